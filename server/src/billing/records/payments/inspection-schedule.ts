import type { PaymentRow } from "./repository.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const repeat = (ms: number, times: number) => Array<number>(times).fill(ms);

/** How long until the next look at a payment, by how often it was looked at; then a person must. */
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
/** For what is only to be cleared away. */
const clearing = [minute, 5 * minute, 15 * minute, hour, 6 * hour, ...repeat(day, 7)];

/** The line of a gateway's balance comes a moment after the money; its event, where all of these are too early. */
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

/** When a payment is looked at after it was so many times already in this state; null: no more by itself. */
export function nextInspection(state: PaymentRow["state"], inspections: number, now: Date): Date | null {
  const wait = schedules[state][inspections];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}

/** A charge whose answer is this old is not under way any more: what the gateway says of it then is the outcome. */
const underWayMs = 30 * second;

/** Whether a charge that began then may still be on its way to the gateway. */
export function isUnderWay(begunAt: Date, now: Date): boolean {
  return now.getTime() - begunAt.getTime() < underWayMs;
}
