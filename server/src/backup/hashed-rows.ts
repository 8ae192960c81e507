import { createHash } from "node:crypto";

const NEWLINE = 0x0a;

/** Counts and hashes the rows of a table in the text format of COPY, where each row ends with the only newline of it. */
export interface HashedRows {
  add(chunk: Buffer): void;
  /** Returns what was added. */
  sum(): { rows: number; bytes: number; sha256: string };
}

/** Begins to hash the rows of one table. */
export function hashRows(): HashedRows {
  const hash = createHash("sha256");
  let rows = 0;
  let bytes = 0;
  return {
    add(chunk) {
      hash.update(chunk);
      bytes += chunk.length;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) rows += 1;
    },
    sum: () => ({ rows, bytes, sha256: hash.copy().digest("hex") }),
  };
}
