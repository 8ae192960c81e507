import type { Clock } from "#platform/clock";

/**
 * How many events are accepted per window: per address and in total. `addresses` limits how many addresses are
 * counted separately.
 */
export interface BudgetLimits {
  each: number;
  all: number;
  addresses: number;
  seconds: number;
}

/** The remaining events of the current window. */
export interface Budget {
  /** Takes `count` from an address's share. Returns false and takes nothing if less is left. */
  spend(address: string, count: number): boolean;
  /** Seconds until the next window. */
  secondsLeft(): number;
}

/**
 * Opens a budget in memory, because a check must cost less than the database access it protects. Addresses beyond the
 * limit share one share.
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
