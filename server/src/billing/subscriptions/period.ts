import type { SubscriptionRow } from "../records/subscriptions/repository.ts";

const minute = 60_000;
const hour = 60 * minute;
/** A day of a period: always the same length, whatever the clocks on the wall do. */
export const day = 24 * hour;

/** So long before a period ends the right that bridges its renewal is written. */
export const graceLead = 5 * minute;
/** A bank's answer takes its time, also where a period is one day. */
const leastGrace = 6 * hour;
/** On which days after the period began a charge is tried. */
const tryDays = [0, 1, 3, 5, 7];
/** So long before grace ends its last try is made: whoever pays then sees no gap. */
const lastTryLead = 5 * minute;
/** The count of refusals that says that no instrument is tried any more. */
export const noMoreTries = 99;

type Anchor = Pick<SubscriptionRow, "anchor_at" | "anchor_no" | "period_days">;

/** When a period of a subscription begins: reckoned from the anchor, so that nothing adds up. */
export function periodStart({ anchor_at, anchor_no, period_days }: Anchor, no: number): Date {
  return later(anchor_at, (no - anchor_no) * period_days * day);
}

/** When the coming period begins and its charge is due. */
export function comingStart(row: Anchor & Pick<SubscriptionRow, "period_no">): Date {
  return periodStart(row, row.period_no + 1);
}

/** How long episodes open while a renewal is not paid: at most half a period, as the policies promise. */
export function graceMs(periodDays: number, graceDays: number): number {
  return Math.max(leastGrace, Math.min(graceDays, Math.floor(periodDays / 2)) * day);
}

/** The first moment after `now` at which a charge that was refused is tried again; null where grace ends before. */
export function nextTry(start: Date, graceUntil: Date, now: Date): Date | null {
  const tries = tryDays
    .map((days) => later(start, days * day))
    .filter((at) => at <= graceUntil)
    .map((at) => (at < graceUntil ? at : later(at, -lastTryLead)));
  return tries.find((at) => at > now) ?? null;
}

/** When somebody is told what comes at the end of the period: that a charge does, or that they must pay by themselves. */
export function remindAt(row: Coming): Date | null {
  if (row.cancel_at_period_end || row.state !== "active") return null;
  const days = row.period_days;
  if (row.renewal_mode === "auto" && days >= longPeriod) return later(row.period_end, -longLead * day);
  const short = later(row.period_end, -Math.min(shortLead * day, (days * day) / 2));
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

/** From so many days on every charge is announced; shorter periods once a year. */
const longPeriod = 180;
const longLead = 20;
const shortLead = 7;

function crossesYear({ created_at, period_start, period_end }: Coming): boolean {
  const years = (at: Date) => Math.floor((at.getTime() - created_at.getTime()) / (365 * day));
  return years(period_end) > years(period_start);
}

/** A moment so many milliseconds after another. */
export function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
