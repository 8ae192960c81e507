import type { Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { listOutcomes } from "../records/dunning/repository.ts";
import { type SubscriptionRow, updateSubscription } from "../records/subscriptions/repository.ts";
import type { OrderRow } from "../subscriptions/coming-order.ts";
import { extendGrace } from "../subscriptions/grace.ts";
import { comingStart, day, graceMs, later, nextTry } from "../subscriptions/period.ts";

const minute = 60_000;
const hour = 60 * minute;

/** How long after a fault of ours its renewal is tried again; then by the last of them. */
const pauses = [15 * minute, hour, 6 * hour, 12 * hour];
/** Access lasts this much longer than until the next try, for a gateway takes its time. */
const beyondTry = 6 * hour;
/** Nobody watches on without paying for longer, whoever is at fault. */
const longest = 30 * day;

/** What a fault of ours means for a renewal now: nothing, that it waits for its next try, or that its time is over. */
export type OurFault = "none" | "waits" | "over";

/**
 * Puts a renewal off that its gateway refused because of us. Its owner notices nothing: the membership stays as it is, and
 * episodes stay open until the next try, for thirty days at most.
 */
export async function putOff(
  trx: Trx,
  billing: Billing,
  row: SubscriptionRow,
  order: OrderRow,
): Promise<OurFault> {
  const faults = await faultsInARow(trx, order.id);
  const last = faults.at(-1);
  if (!last) return "none";
  const now = billing.clock.now();
  const limit = later(comingStart(row), longest);
  if (now >= limit) return "over";
  const next = later(last, pauses[Math.min(faults.length, pauses.length) - 1] ?? 0);
  if (next <= now) return "none";
  const until = Math.min(limit.getTime(), next.getTime() + beyondTry);
  if (row.grace_until === null || row.grace_until.getTime() < until)
    await extendGrace(trx, billing, row, { until: new Date(until) });
  await updateSubscription(trx, row.id, { next_action_at: next });
  return "waits";
}

/** Counts the days of further tries from now where a fault of ours took the first of them away. */
export async function restartDunning(
  trx: Trx,
  billing: Billing,
  row: SubscriptionRow,
  order: OrderRow,
): Promise<SubscriptionRow> {
  const outcomes = await listOutcomes(trx, order.id);
  if (!outcomes.some(({ outcome }) => outcome === "merchant_fault")) return row;
  const now = billing.clock.now();
  const until = later(now, graceMs(row.period_days, billing.policy.graceDays));
  return extendGrace(trx, billing, row, { until, changes: { dunning_from: now } });
}

/**
 * When a renewal is charged again of which a gateway's report has proved, days later, that nothing was charged: on the next of
 * the days for further tries, as after a refusal. Null: at once.
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
  const next = nextTry(comingStart(row), row.grace_until, last.ended_at);
  return next !== null && next > now ? next : null;
}

/** When each of our faults came, since the gateway last decided about the buyer; the oldest first. */
async function faultsInARow(trx: Trx, orderId: string): Promise<Date[]> {
  const outcomes = await listOutcomes(trx, orderId);
  const decided = outcomes.findLastIndex(({ outcome }) => outcome === "declined" || outcome === "succeeded");
  return outcomes
    .slice(decided + 1)
    .filter(({ outcome }) => outcome === "merchant_fault")
    .map(({ created_at }) => created_at);
}
