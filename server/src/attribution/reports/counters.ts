/** Amounts to be added to database rows, by row key. */
export type Numbers = Map<string, number>;

/** A bounded set of counters in memory. */
export interface Counters {
  /** Adds to the counter of a row. Returns false for a new row if there is no space. */
  add(key: string, amount: number): boolean;
  /** Removes and returns all counters. */
  take(): Numbers;
  rows(): number;
  bytes(): number;
}

/** Approximate size of a map entry without its key. */
const BYTES_PER_ENTRY = 100;

/** Opens counters for at most this many rows and bytes. */
export function openCounters(limit: { rows: number; bytes: number }): Counters {
  let numbers: Numbers = new Map();
  let bytes = 0;
  return {
    add(key, amount) {
      const known = numbers.get(key);
      if (known === undefined) {
        const more = key.length + BYTES_PER_ENTRY;
        if (numbers.size >= limit.rows || bytes + more > limit.bytes) return false;
        bytes += more;
      }
      numbers.set(key, (known ?? 0) + amount);
      return true;
    },
    take() {
      const taken = numbers;
      numbers = new Map();
      bytes = 0;
      return taken;
    },
    rows: () => numbers.size,
    bytes: () => bytes,
  };
}
