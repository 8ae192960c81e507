/** What decides about a withdrawal. Amounts are in minor units of the order's currency. */
export interface WithdrawalFacts {
  kind: "unlock" | "subscribe" | "renewal" | "change";
  total: number;
  /** What was paid and has not been given back. */
  left: number;
  paidAt: Date;
  /** Whether anything was watched under the order. */
  used: boolean;
  /** The billing period that the order paid for; null for an unlock. */
  period: { start: Date; end: Date } | null;
  /** Whether that is the membership's present period. */
  isPresent: boolean;
  /** Whether a change of plan counted its unused time. */
  isCarriedOver: boolean;
  /** How many withdrawals of this customer brought money back within a year. */
  earlier: number;
  /** The most that goes back without an operator. */
  most: number;
  /** The step that a part is rounded down to, which every gateway gives back. */
  step: number;
}

/** What a withdrawal brings: the whole amount, a part, nothing, or a decision of an operator. */
export interface WithdrawalOutcome {
  outcome: "whole" | "part" | "none" | "review";
  amount: number;
  why: "used" | "changed" | "limit" | null;
}

/** The right of withdrawal from a new contract, by law. */
const CONTRACT_MS = 14 * 86_400_000;
/** Withdrawals within a year that need no operator. */
const MOST_A_YEAR = 2;

/** Returns what a withdrawal brings at a given time. */
export function outcomeOf(facts: WithdrawalFacts, now: Date): WithdrawalOutcome {
  const { kind, left, used, isPresent, isCarriedOver, earlier, most } = facts;
  // Its value is part of what a later order is worth, so giving it back would pay it twice.
  if (isCarriedOver) return { outcome: "review", amount: left, why: "changed" };
  // Renewed since, so there is no plan before it to go back to.
  if (kind === "change" && !isPresent && !used) return { outcome: "review", amount: left, why: "changed" };
  const amount = used ? dueBack(facts, now) : left;
  if (amount <= 0) return { outcome: "none", amount: 0, why: "used" };
  if (earlier >= MOST_A_YEAR || amount > most) return { outcome: "review", amount, why: "limit" };
  return { outcome: used ? "part" : "whole", amount, why: null };
}

/**
 * Returns what goes back of a watched membership: what is left, without what the days that passed cost (Directive 2011/83/EU,
 * article 14(3)). What an operator gave back before counts, so nobody gets the same days twice.
 */
function dueBack(facts: WithdrawalFacts, now: Date): number {
  const { total, left, step } = facts;
  const ahead = daysAhead(facts, now);
  const due = Math.max(0, Math.min(ahead, left - (total - ahead)));
  return due === left ? left : due - (due % step);
}

/** Returns what the days ahead of a membership cost: only a new contract gives them back. */
function daysAhead({ kind, total, paidAt, period, isPresent }: WithdrawalFacts, now: Date): number {
  const isNew = kind === "subscribe" && now.getTime() < paidAt.getTime() + CONTRACT_MS;
  if (!isNew || !isPresent || period === null || now >= period.end) return 0;
  const whole = BigInt(period.end.getTime() - period.start.getTime());
  const ahead = BigInt(period.end.getTime() - Math.max(now.getTime(), period.start.getTime()));
  return Number((BigInt(total) * ahead) / whole);
}
