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

/** The lock of whoever has removals that the server has not answered yet, and the channel that asks for their commit. */
const NAME = "removals";
/** How long a sign-out waits for the removals of other windows, one of which may be frozen. */
const OTHERS_TIMEOUT_MS = 3000;

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
  const release = holdLock();
  const commit = async () => {
    if (!waiting.delete(commit)) return;
    close();
    // A member has signed out in another tab: the entry of whoever uses the browser next is not theirs to remove.
    if (isMember && storage.get("userId") !== owner) showAgain();
    // The call shows its own errors.
    else await removal.commit().then(showAgain, showAgain);
    release();
  };
  waiting.add(commit);
  setHidden(new Set([...hidden, key]));
  const close = showToast(text, {
    label: undo,
    run() {
      waiting.delete(commit);
      showAgain();
      release();
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

/**
 * Commits the pending removals of all windows of this browser, before their owner signs out: afterwards the server would refuse
 * them. Resolves when it has answered, or after some seconds.
 */
export async function commitRemovalsEverywhere(): Promise<void> {
  await commitRemovals();
  channel?.postMessage("");
  const options = { signal: AbortSignal.timeout(OTHERS_TIMEOUT_MS) };
  await locks()
    ?.request(NAME, options, () => undefined)
    .catch(() => undefined);
}

/** Holds the lock that a sign-out in another window waits for. Returns what releases it. */
function holdLock(): () => void {
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  locks()
    ?.request(NAME, { mode: "shared" }, () => held)
    .catch(() => undefined);
  return release;
}

// Missing on plain http, such as a trial installation in a local network.
function locks(): LockManager | undefined {
  return typeof navigator === "undefined" ? undefined : navigator.locks;
}

// A browser that blocks storage blocks this too, by throwing.
function openChannel(): BroadcastChannel | null {
  try {
    return typeof window === "undefined" ? null : new BroadcastChannel(NAME);
  } catch {
    return null;
  }
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

const channel = openChannel();
if (channel) channel.onmessage = () => void commitRemovals();
if (typeof window !== "undefined") {
  window.addEventListener("pagehide", () => void commitRemovals());
  // Their owner may sign out in the tab that is shown instead, and a phone ends a hidden page without a word.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") void commitRemovals();
  });
}
