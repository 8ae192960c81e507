import type { PaymentRow } from "./repository.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const repeat = (ms: number, times: number) => Array<number>(times).fill(ms);

/** Delays between inspections, by how many were made in this state; after the last comes manual review. */
const unknownOutcome = [
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  hour,
  6 * hour,
  ...repeat(day, 7),
];
const slowOutcome = [hour, ...repeat(day, 30)];
/** For objects that only need to be closed. */
const clearing = [minute, 5 * minute, 15 * minute, hour, 6 * hour, ...repeat(day, 7)];

/**
 * The balance line follows the capture after a moment. If all of these are too early, its event completes it.
 */
const lateLine = [10 * second, minute, 10 * minute, hour];

const schedules: Record<PaymentRow["state"], readonly number[]> = {
  new: clearing,
  open: clearing,
  declined: clearing,
  action: clearing,
  charging: unknownOutcome,
  in_doubt: unknownOutcome,
  pending: slowOutcome,
  succeeded: lateLine,
  cancelled: clearing,
};

/**
 * Returns when a payment is inspected next, given its past inspections in this state; null: not
 * automatically.
 */
export function nextInspection(state: PaymentRow["state"], inspections: number, now: Date): Date | null {
  const wait = schedules[state][inspections];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}

/**
 * After this, a charge without a response is no longer in flight: what the gateway reports then is the
 * outcome.
 */
const underWayMs = 30 * second;

/** Returns whether a charge that started then may still be in flight to the gateway. */
export function isUnderWay(begunAt: Date, now: Date): boolean {
  return now.getTime() - begunAt.getTime() < underWayMs;
}
