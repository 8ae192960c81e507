import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the server's markup has been taken over: what is one person's own is shown from then on, never before. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
