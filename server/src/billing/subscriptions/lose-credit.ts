import type { Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { findOrder, type OrderRow } from "../records/orders/repository.ts";
import { endGrantAt } from "../records/periods/repository.ts";
import { listUnfinished, shortenPeriod } from "../records/subscriptions/repository.ts";
import { lockWithOrder } from "./coming-order.ts";
import { endSubscription } from "./end.ts";
import { isLive } from "./membership.ts";
import { day } from "./period.ts";
import { change } from "./schedule.ts";

/**
 * Shortens the running period by what a lost dispute took from it, if changes of plan carried the disputed money into
 * it: that part is unpaid, and what was paid for the change stays. Ends the membership once the paid part is used, unless a
 * period after it is paid ahead. It is not charged again unless its owner resumes it. The caller holds the order's lock and
 * calls it once for each order.
 */
export async function loseCredit(trx: Trx, billing: Billing, order: OrderRow): Promise<void> {
  if (order.subscription_id === null) return;
  const found = await lockWithOrder(trx, order.subscription_id);
  if (!found || !isLive(found.row.state)) return;
  const { row } = found;
  const now = billing.clock.now();
  const unfinished = await listUnfinished(trx, row.id, now);
  const running = unfinished.find(({ starts_at }) => starts_at <= now);
  const paid = running?.order_id ? await findOrder(trx, running.order_id) : undefined;
  if (!running || !paid) return;
  const lost = await lostShare(trx, paid, order.id);
  if (lost === 0) return;
  const unpaidMs = Math.ceil(lost * (paid.period_days ?? 0) * day);
  const end = new Date(Math.max(now.getTime(), running.ends_at.getTime() - unpaidMs));
  await shortenPeriod(trx, { subscriptionId: row.id, no: running.no }, end);
  await endGrantAt(trx, paid.id, end);
  // What its owner paid ahead begins when it would have. One that was taken back is empty.
  if (unfinished.some(({ no, starts_at, ends_at }) => no > running.no && ends_at > starts_at)) return;
  const ends = { period_end: end, anchor_at: end, anchor_no: row.period_no + 1 };
  const changes = { ...ends, cancel_at_period_end: true, remind_at: null };
  const shortened = await change(trx, billing, row, { changes, cause: "dispute" });
  if (end <= now)
    await endSubscription(trx, billing, { ...found, row: shortened }, { to: "cancelled", cause: "dispute" });
}

/** Returns which share of what an order's period is worth came from the money of another order, from 0 to 1. */
async function lostShare(trx: Trx, paid: OrderRow, lostId: string): Promise<number> {
  const value = paid.amount + paid.credit;
  if (value === 0) return 0;
  if (paid.id === lostId) return paid.amount / value;
  const before = paid.replaced?.orderId ? await findOrder(trx, paid.replaced.orderId) : undefined;
  return before ? (paid.credit / value) * (await lostShare(trx, before, lostId)) : 0;
}
