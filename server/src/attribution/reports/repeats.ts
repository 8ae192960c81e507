import { hash } from "node:crypto";

/** Letters of a hash that are kept: enough that two of them never meet by chance. */
const LETTERS = 16;

/** Remembers what was seen lately. */
export interface Repeats {
  /** Whether this was seen lately; it is from now on. */
  has(parts: readonly string[]): boolean;
}

/**
 * Opens a memory of the last `most` things at least, and of twice as many at most. A report is sent again when its answer
 * was lost, and must not count twice; only hashes are kept.
 */
export function openRepeats(most: number): Repeats {
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    has(parts) {
      const key = hash("sha256", parts.join("\n"), "base64url").slice(0, LETTERS);
      if (young.has(key) || old.has(key)) return true;
      if (young.size >= most) {
        old = young;
        young = new Set();
      }
      young.add(key);
      return false;
    },
  };
}
