import { useCallback } from "react";
import { useLocation, useSearchParams } from "wouter";
import { usePathname } from "wouter/use-browser-location";

/**
 * Returns the parameters of the address, and a function that changes some of them: null removes one. It does nothing once another
 * screen is open: an answer that came late would lead back to this one.
 */
export function useAddress(): [
  params: URLSearchParams,
  change: (next: Readonly<Record<string, string | null>>, options?: { replace?: boolean }) => void,
] {
  const [params, setParams] = useSearchParams();
  const isHere = useIsHere();
  const change = useCallback(
    (next: Readonly<Record<string, string | null>>, options?: { replace?: boolean }) =>
      isHere() &&
      setParams((before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(next)) {
          if (value === null || value === "") after.delete(name);
          else after.set(name, value);
        }
        return after;
      }, options),
    [isHere, setParams],
  );
  return [params, change];
}

/** Returns how a screen goes on to another one after an answer: not at all once its operator has left it. */
export function useGoOn(): (to: string, options?: { replace?: boolean }) => void {
  const [, navigate] = useLocation();
  const isHere = useIsHere();
  return (to, options) => {
    if (isHere()) navigate(to, options);
  };
}

function useIsHere(): () => boolean {
  const path = usePathname();
  return useCallback(() => location.pathname === path, [path]);
}
