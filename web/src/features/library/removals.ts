import { useSyncExternalStore } from "react";
import { showToast } from "../../lib/toasts.ts";

/** An entry to remove, and the text of its toast. */
export interface Removal {
  /** The key of the entry, which is hidden from now on. */
  key: string;
  text: string;
  undo: string;
  /** Removes it on the server and resolves when the lists are refetched. The page may be unloading. */
  commit(): Promise<unknown>;
}

let waiting: readonly Removal[] = [];
let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
const none: ReadonlySet<string> = new Set();

function setHidden(next: ReadonlySet<string>): void {
  hidden = next;
  for (const listener of listeners) listener();
}

/**
 * Hides an entry at once and removes it on the server when its toast closes. Until then Undo shows it again without a
 * request. A failed removal shows it again too.
 */
export function removeLater(removal: Removal): void {
  const { key, text, undo } = removal;
  waiting = [...waiting, removal];
  setHidden(new Set([...hidden, key]));
  showToast(text, {
    label: undo,
    run: () => {
      waiting = waiting.filter((one) => one !== removal);
      showEntry(key);
    },
    onLapse: () => void commit(removal),
  });
}

/**
 * Commits the pending removals at once: the page is being left, a removed entry is opened, or their owner signs out.
 * Resolves when the server has answered; a failed one is shown again.
 */
export async function commitRemovals(): Promise<void> {
  await Promise.all(waiting.map(commit));
}

async function commit(removal: Removal): Promise<void> {
  if (!waiting.includes(removal)) return;
  waiting = waiting.filter((one) => one !== removal);
  const showAgain = () => showEntry(removal.key);
  // The call shows its own errors.
  await removal.commit().then(showAgain, showAgain);
}

function showEntry(key: string): void {
  setHidden(new Set([...hidden].filter((one) => one !== key)));
}

/** Returns the keys of the hidden entries. */
export function getHidden(): ReadonlySet<string> {
  return hidden;
}

/** Returns the keys of the hidden entries; the component rerenders when they change. */
export function useRemoved(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getHidden,
    () => none,
  );
}

if (typeof window !== "undefined") {
  window.addEventListener("pagehide", () => void commitRemovals());
}
