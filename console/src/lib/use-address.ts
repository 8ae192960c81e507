import { useCallback } from "react";
import { useSearchParams } from "wouter";

/** Returns the parameters of the address, and a function that changes some of them: null removes one. */
export function useAddress(): [
  params: URLSearchParams,
  change: (next: Readonly<Record<string, string | null>>, options?: { replace?: boolean }) => void,
] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (next: Readonly<Record<string, string | null>>, options?: { replace?: boolean }) =>
      setParams((before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(next)) {
          if (value === null || value === "") after.delete(name);
          else after.set(name, value);
        }
        return after;
      }, options),
    [setParams],
  );
  return [params, change];
}
