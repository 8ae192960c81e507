import { useEffect, useSyncExternalStore } from "react";

/** How many parts of the page show something that runs. */
let moving = 0;
const listeners = new Set<() => void>();

function add(change: number): void {
  moving += change;
  for (const listener of listeners) listener();
}

/** Says that this part of the page shows something that runs, so that what moves is asked for more often. */
export function useMoving(isMoving: boolean): void {
  useEffect(() => {
    if (!isMoving) return;
    add(1);
    return () => add(-1);
  }, [isMoving]);
}

/** Returns whether anything that runs is on the page. */
export function useIsMoving(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => moving > 0,
  );
}
