import type { SubscriptionRow } from "../records/subscriptions/repository.ts";

const minute = 60_000;
const hour = 60 * minute;
/** A day of a period: always 24 hours, regardless of daylight saving time. */
export const day = 24 * hour;

/** How long before the end of a period the grace entitlement is written. */
export const graceLeadMs = 5 * minute;
/** A bank takes hours to answer, even if a period lasts one day. */
const minGraceMs = 6 * hour;
/** The days after the start of the period on which a charge is attempted. */
const attemptDays = [0, 1, 3, 5, 7];
/**
 * How long before the end of the grace period the last attempt is made, so that a success leaves no gap in
 * access.
 */
const lastAttemptLeadMs = 5 * minute;
/** The dunning step at which no more automatic attempts are made. */
export const NO_MORE_ATTEMPTS = 99;

type Anchor = Pick<SubscriptionRow, "anchor_at" | "anchor_no" | "period_days">;

/** Returns when a period starts, counted from the anchor, so that rounding errors do not accumulate. */
export function periodStart({ anchor_at, anchor_no, period_days }: Anchor, no: number): Date {
  return later(anchor_at, (no - anchor_no) * period_days * day);
}

/** Returns when the coming period starts and its charge is due. */
export function comingStart(row: Anchor & Pick<SubscriptionRow, "period_no">): Date {
  return periodStart(row, row.period_no + 1);
}

/**
 * Returns how long access continues while a renewal is unpaid: at most half a period, as the policies
 * promise.
 */
export function graceMs(periodDays: number, graceDays: number): number {
  return Math.max(minGraceMs, Math.min(graceDays, Math.floor(periodDays / 2)) * day);
}

/** Returns when a declined charge is attempted next; null if the grace period ends first. */
export function nextAttempt(start: Date, graceUntil: Date, now: Date): Date | null {
  const attempts = attemptDays
    .map((days) => later(start, days * day))
    .filter((at) => at <= graceUntil)
    .map((at) => (at < graceUntil ? at : later(at, -lastAttemptLeadMs)));
  return attempts.find((at) => at > now) ?? null;
}

/**
 * Returns when to send a reminder of the end of the period: of an automatic charge, or that the owner must
 * pay.
 */
export function remindAt(row: Coming): Date | null {
  if (row.cancel_at_period_end || row.state !== "active") return null;
  const days = row.period_days;
  if (row.renewal_mode === "auto" && days >= LONG_PERIOD_DAYS)
    return later(row.period_end, -LONG_LEAD_DAYS * day);
  const short = later(row.period_end, -Math.min(SHORT_LEAD_DAYS * day, (days * day) / 2));
  return row.renewal_mode === "manual" || crossesYear(row) ? short : null;
}

type Coming = Pick<
  SubscriptionRow,
  | "state"
  | "cancel_at_period_end"
  | "renewal_mode"
  | "period_days"
  | "period_start"
  | "period_end"
  | "created_at"
>;

/** From this length on, every charge is announced; for shorter periods, once a year. */
const LONG_PERIOD_DAYS = 180;
const LONG_LEAD_DAYS = 20;
const SHORT_LEAD_DAYS = 7;

function crossesYear({ created_at, period_start, period_end }: Coming): boolean {
  const years = (at: Date) => Math.floor((at.getTime() - created_at.getTime()) / (365 * day));
  return years(period_end) > years(period_start);
}

/** Returns a date plus a number of milliseconds. */
export function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
