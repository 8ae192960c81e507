/** Numbers that wait to be added to the database, by the key of their row. */
export type Numbers = Map<string, number>;

/** A bounded set of numbers in memory. */
export interface Counters {
  /** Adds to the number of a row; false where it is a new one and there is no room. */
  add(key: string, amount: number): boolean;
  /** Takes all there is out. */
  take(): Numbers;
  rows(): number;
  bytes(): number;
}

/** What an entry of a map takes beside its key, about. */
const BYTES_AN_ENTRY = 100;

/** Opens a tally that holds so many rows and so many bytes at most. */
export function openCounters(most: { rows: number; bytes: number }): Counters {
  let numbers: Numbers = new Map();
  let bytes = 0;
  return {
    add(key, amount) {
      const known = numbers.get(key);
      if (known === undefined) {
        const more = key.length + BYTES_AN_ENTRY;
        if (numbers.size >= most.rows || bytes + more > most.bytes) return false;
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
