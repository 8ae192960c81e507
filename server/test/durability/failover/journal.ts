/** What became of a write: acknowledged, refused with 503 (it may have been done), or never answered. */
export type Outcome = "acknowledged" | "unknown";

/** An order, as its buyer saw it. */
export interface Purchase {
  orderId: string;
  payment: Outcome | "none";
}

/** What clients were told. It is kept in the test's process, which no failover ends. */
export interface Journal {
  /** Notes a write of a value that replaces the earlier ones under the key. */
  wrote(key: string, value: string, outcome: Outcome): void;
  /** Returns whether a value may be the stored one: the last acknowledged, or one of unknown outcome after it. */
  allows(key: string, value: string): boolean;
  /** Returns the keys with an acknowledged write. */
  keys(): string[];
  /** Returns what a key may be, for messages. */
  describe(key: string): string;
  purchases: Purchase[];
  acknowledged(): number;
  unknown(): number;
}

/** Opens an empty journal. */
export function openJournal(): Journal {
  const allowed = new Map<string, string[]>();
  const known = new Set<string>();
  const counts = { acknowledged: 0, unknown: 0 };
  return {
    wrote(key, value, outcome) {
      counts[outcome] += 1;
      if (outcome === "acknowledged") {
        known.add(key);
        allowed.set(key, [value]);
      } else allowed.set(key, [...(allowed.get(key) ?? []), value]);
    },
    allows: (key, value) => allowed.get(key)?.includes(value) === true,
    keys: () => [...known],
    describe: (key) => (allowed.get(key) ?? []).join(" or "),
    purchases: [],
    acknowledged: () => counts.acknowledged,
    unknown: () => counts.unknown,
  };
}
