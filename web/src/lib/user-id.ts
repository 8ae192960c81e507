import type { User } from "@cliffhanger/contract";
import { storage } from "./storage.ts";

const listeners = new Set<() => void>();

/** Saves who uses this browser, for the next visit (R37). */
export function saveUser({ id, kind }: Pick<User, "id" | "kind">): void {
  const isSame = storage.get("userId") === id && storage.get("userKind") === kind;
  storage.set("userId", id);
  storage.set("userKind", kind);
  if (!isSame) for (const listener of listeners) listener();
}

/** Adds a listener for another user of this browser. */
export function onUserChange(listener: () => void): void {
  listeners.add(listener);
}
