import { useSyncExternalStore } from "react";
import { showToast } from "../../lib/toasts.ts";

/** Something to take away, and the words of its toast. */
export interface Removal {
  /** What it is: out of sight from now on. */
  key: string;
  text: string;
  undo: string;
  /** Takes it off the server, and resolves when the lists know. The page may be going away by then. */
  commit(): Promise<unknown>;
}

let waiting: readonly Removal[] = [];
let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
const none: ReadonlySet<string> = new Set();

function show(next: ReadonlySet<string>): void {
  hidden = next;
  for (const listener of listeners) listener();
}

/**
 * Takes something out of sight at once, and off the server when its toast is gone: until then Undo brings it back as it
 * was, with nothing to restore. A removal that fails brings it back too.
 */
export function removeLater(removal: Removal): void {
  const { key, text, undo } = removal;
  waiting = [...waiting, removal];
  show(new Set([...hidden, key]));
  showToast(text, {
    label: undo,
    run: () => {
      waiting = waiting.filter((one) => one !== removal);
      reveal(key);
    },
    lapsed: () => settle(removal),
  });
}

/** Does at once what waits for its toast to go: the page goes away, or what was taken away is opened. */
export function settleRemovals(): void {
  for (const removal of waiting) settle(removal);
}

function settle(removal: Removal): void {
  if (!waiting.includes(removal)) return;
  waiting = waiting.filter((one) => one !== removal);
  const over = () => reveal(removal.key);
  // The call itself says what went wrong.
  removal.commit().then(over, over);
}

function reveal(key: string): void {
  show(new Set([...hidden].filter((one) => one !== key)));
}

/** What is out of sight now, by its keys. */
export function hiddenNow(): ReadonlySet<string> {
  return hidden;
}

/** What is out of sight, by its keys; a change renders anew. */
export function useRemoved(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hiddenNow,
    () => none,
  );
}

if (typeof window !== "undefined") {
  window.addEventListener("pagehide", settleRemovals);
}
