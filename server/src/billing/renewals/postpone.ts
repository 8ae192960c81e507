import type { Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { listOutcomes } from "../records/dunning/repository.ts";
import { type SubscriptionRow, updateSubscription } from "../records/subscriptions/repository.ts";
import type { OrderRow } from "../subscriptions/coming-order.ts";
import { extendGrace, graceLengthMs } from "../subscriptions/grace.ts";
import { comingStart, day, later, nextAttempt } from "../subscriptions/period.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Pauses before a renewal is retried after a merchant fault; the last one repeats. */
const pausesMs = [15 * minute, hour, 6 * hour, 12 * hour];
/** Access lasts this much longer than the next attempt, to allow for a slow gateway. */
const accessLeadMs = 6 * hour;
/** The maximum unpaid access, regardless of who is at fault. */
const maxUnpaidMs = 30 * day;

/** What merchant faults mean for a renewal now: nothing, wait for the next attempt, or give up. */
export type Postponement = "none" | "waits" | "over";

/**
 * Postpones a renewal that its gateway refuses because of the merchant. The owner notices nothing: the
 * subscription stays active and access continues until the next attempt, for at most thirty days.
 */
export async function postpone(
  trx: Trx,
  billing: Billing,
  row: SubscriptionRow,
  order: OrderRow,
): Promise<Postponement> {
  const faults = await consecutiveFaults(trx, order.id);
  const last = faults.at(-1);
  if (!last) return "none";
  const now = billing.clock.now();
  const limit = later(comingStart(row), maxUnpaidMs);
  if (now >= limit) return "over";
  const next = later(last, pausesMs[Math.min(faults.length, pausesMs.length) - 1] ?? 0);
  if (next <= now) return "none";
  const until = Math.min(limit.getTime(), next.getTime() + accessLeadMs);
  if (row.grace_until === null || row.grace_until.getTime() < until)
    await extendGrace(trx, billing, row, { until: new Date(until) });
  await updateSubscription(trx, row.id, { next_action_at: next });
  return "waits";
}

/** Restarts the dunning days if merchant faults used up the first of them. */
export async function restartDunning(
  trx: Trx,
  billing: Billing,
  row: SubscriptionRow,
  order: OrderRow,
): Promise<SubscriptionRow> {
  const outcomes = await listOutcomes(trx, order.id);
  if (!outcomes.some(({ outcome }) => outcome === "merchant_fault")) return row;
  const now = billing.clock.now();
  const until = later(now, await graceLengthMs(trx, billing, row));
  return extendGrace(trx, billing, row, { until, changes: { dunning_from: now } });
}

/**
 * Returns when a renewal is charged again after the gateway's report proved, days later, that nothing was
 * charged: on the next dunning day, as after a decline. Null: at once.
 */
export async function nextAfterProof(
  trx: Trx,
  row: SubscriptionRow,
  order: OrderRow,
  now: Date,
): Promise<Date | null> {
  const last = (await listOutcomes(trx, order.id)).at(-1);
  if (
    last?.outcome !== "not_done" ||
    last.body === null ||
    last.ended_at === null ||
    row.grace_until === null
  )
    return null;
  const next = nextAttempt(comingStart(row), row.grace_until, last.ended_at);
  return next !== null && next > now ? next : null;
}

/**
 * Returns the times of the merchant faults since the gateway's last decision about the buyer, oldest first.
 */
async function consecutiveFaults(trx: Trx, orderId: string): Promise<Date[]> {
  const outcomes = await listOutcomes(trx, orderId);
  const decided = outcomes.findLastIndex(({ outcome }) => outcome === "declined" || outcome === "succeeded");
  return outcomes
    .slice(decided + 1)
    .filter(({ outcome }) => outcome === "merchant_fault")
    .map(({ created_at }) => created_at);
}
