import type { Clock } from "#platform/clock";

/** How much is taken in within a window: of one address, of all together, and how many addresses are told apart. */
export interface BudgetLimits {
  each: number;
  all: number;
  addresses: number;
  seconds: number;
}

/** What may still be taken in. */
export interface Budget {
  /** Takes so much of an address's share; false, and nothing is taken, where less is left. */
  spend(address: string, count: number): boolean;
  /** Seconds until there is a whole share again. */
  secondsLeft(): number;
}

/**
 * Opens a budget in memory: what it protects must cost less than a look into the database. Addresses beyond those that are
 * told apart share one share.
 */
export function openBudget(clock: Clock, limits: BudgetLimits): Budget {
  const span = limits.seconds * 1000;
  const spent = new Map<string, number>();
  let since = 0;
  let total = 0;

  return {
    spend(address, count) {
      const now = clock.now().getTime();
      if (now - since >= span || now < since) {
        since = now;
        total = 0;
        spent.clear();
      }
      const who = spent.has(address) || spent.size < limits.addresses ? address : "";
      const before = spent.get(who) ?? 0;
      if (before + count > limits.each || total + count > limits.all) return false;
      spent.set(who, before + count);
      total += count;
      return true;
    },
    secondsLeft: () => Math.max(0, since + span - clock.now().getTime()) / 1000,
  };
}
