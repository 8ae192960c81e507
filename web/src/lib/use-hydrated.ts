import { useSyncExternalStore } from "react";

const neverChanges = () => () => undefined;

/** Returns true after hydration. Render per-user content only then, so that hydration matches the server's markup. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
