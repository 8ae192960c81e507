/** A billing period with what it is worth to its owner, in minor units. */
export interface ValuedPeriod {
  value: number;
  starts_at: Date;
  ends_at: Date;
}

/**
 * Returns the unused part of a period's value at a given time, rounded down. `wholeMs`: the time that the value was for, if the
 * period has been shortened since.
 */
export function unusedOf({ value, starts_at, ends_at }: ValuedPeriod, at: Date, wholeMs?: number): number {
  const [start, end] = [BigInt(starts_at.getTime()), BigInt(ends_at.getTime())];
  const now = BigInt(at.getTime());
  if (now >= end) return 0;
  const left = now <= start ? end - start : end - now;
  return Number((BigInt(value) * left) / BigInt(wholeMs ?? end - start));
}

/** The amounts of a change of plan. Price = charge + credit + waived; the new period is worth charge + credit. */
export interface ChangeAmounts {
  charge: number;
  credit: number;
  waived: number;
}

/**
 * Returns what a change to a plan of this price costs. A charge is a multiple of `step`; what cannot be charged is
 * waived, and so is a charge that a gateway refuses as too small.
 */
export function chargeForChange(
  { price, unused }: { price: number; unused: number },
  step: number,
  isTaken: (charge: number) => boolean,
): ChangeAmounts {
  const credit = Math.min(price, unused);
  const due = price - credit;
  const whole = due - (due % step);
  const charge = whole > 0 && isTaken(whole) ? whole : 0;
  return { charge, credit, waived: due - charge };
}
