import { useSyncExternalStore } from "react";
import { storage } from "../../lib/storage.ts";
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

/** What commits the removals that may still be undone. */
const waiting = new Set<() => Promise<void>>();
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
  const [owner, isMember] = [storage.get("userId"), storage.get("userKind") === "member"];
  const showAgain = () => showEntry(key);
  const commit = async () => {
    if (!waiting.delete(commit)) return;
    close();
    // A member has signed out in another tab: the entry of whoever uses the browser next is not theirs to remove.
    if (isMember && storage.get("userId") !== owner) showAgain();
    // The call shows its own errors.
    else await removal.commit().then(showAgain, showAgain);
  };
  waiting.add(commit);
  setHidden(new Set([...hidden, key]));
  const close = showToast(text, {
    label: undo,
    run() {
      waiting.delete(commit);
      showAgain();
    },
    onLapse: () => void commit(),
  });
}

/**
 * Commits the pending removals at once, and closes their toasts: the page is being left or hidden, a removed entry is opened, or
 * their owner signs out. Resolves when the server has answered; a failed one is shown again.
 */
export async function commitRemovals(): Promise<void> {
  await Promise.all([...waiting].map((commit) => commit()));
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
  // Their owner may sign out in the tab that is shown instead, and a phone ends a hidden page without a word.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void commitRemovals();
  });
}
