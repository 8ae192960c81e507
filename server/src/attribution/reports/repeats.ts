import { hash } from "node:crypto";

/** Stored characters of a hash: enough to rule out collisions. */
const HASH_LENGTH = 16;

/** Remembers recent events. */
export interface Repeats {
  /** Returns whether this was seen recently, and remembers it. */
  has(parts: readonly string[]): boolean;
}

/**
 * Opens a memory of at least the last `limit` events and at most twice as many. A report whose answer was lost is
 * sent again and must count once. Only hashes are stored.
 */
export function openRepeats(limit: number): Repeats {
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    has(parts) {
      const key = hash("sha256", parts.join("\n"), "base64url").slice(0, HASH_LENGTH);
      if (young.has(key) || old.has(key)) return true;
      if (young.size >= limit) {
        old = young;
        young = new Set();
      }
      young.add(key);
      return false;
    },
  };
}
