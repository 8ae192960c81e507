import type { Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { listRivals, type OrderRow, ownsSeries } from "../records/orders/repository.ts";
import { lockPayments, updatePayment } from "../records/payments/repository.ts";
import { isClosedForAll } from "../records/rights/repository.ts";
import { isLivePayment } from "../records/states.ts";
import { lockSubscription } from "../records/subscriptions/repository.ts";
import { moveOrder } from "../records/transitions.ts";
import { findSale } from "../sales/sales.ts";
import { isChangeDue } from "../subscriptions/change-plan.ts";
import { findLiveSubscription } from "../subscriptions/live.ts";
import { isLive } from "../subscriptions/membership.ts";
import type { Settling } from "./settling.ts";

/**
 * Returns whether a payment still pays for its order. In time it does, unless another payment has delivered
 * the same. Late, it does only if the purchase is still on sale and not owned; an unpaid open order for the
 * same thing is then closed.
 */
export async function acceptPayment(trx: Trx, billing: Billing, settling: Settling): Promise<boolean> {
  const { order, cause } = settling;
  const { visitor_id: visitorId } = order;
  const now = billing.clock.now();
  const inTime = order.state === "pending" || order.state === "processing" || order.state === "review";
  const late = order.state === "expired" || order.state === "cancelled" || order.state === "failed";
  if ((!inTime && !late) || visitorId === null) return false;
  if (order.kind === "renewal") return isDue(trx, order);
  // The credit of a late one is no longer there: its money is returned.
  if (order.kind === "change") return inTime && isChangeDue(trx, order, { now, leadMs: 0 });
  if (order.kind === "subscribe" && (await findLiveSubscription(trx, visitorId, now))) return false;
  const { series_id: seriesId, plan_id: planId, currency } = order;
  // Withdrawn for everybody while the money was on its way: it is returned. Otherwise a buyer keeps what they pay for.
  if (inTime) return seriesId === null || !(await isClosedForAll(trx, seriesId));
  if (order.kind === "subscribe")
    return planId !== null && (await findSale(trx, { planId, currency }, now)) !== null;
  if (seriesId === null || (await ownsSeries(trx, visitorId, seriesId, now))) return false;
  if (!(await findSale(trx, { seriesId, currency }, now))) return false;
  for (const rival of await listRivals(trx, order)) {
    if (!(await closeRival(trx, billing, rival, cause))) return false;
  }
  return true;
}

/** Returns whether a renewal pays for an unpaid period of a live subscription. */
async function isDue(trx: Trx, { subscription_id: id, period_no: no }: OrderRow): Promise<boolean> {
  const subscription = id === null ? undefined : await lockSubscription(trx, id);
  if (!subscription || no === null) return false;
  return isLive(subscription.state) && subscription.period_no < no;
}

/** Closes a competing order unless its payment has started. */
async function closeRival(trx: Trx, billing: Billing, rival: OrderRow, cause: string): Promise<boolean> {
  if (rival.state !== "pending") return false;
  const payments = await lockPayments(trx, rival.id);
  if (payments.some(({ state }) => isLivePayment(state))) return false;
  await moveOrder(trx, billing, rival, { to: "cancelled", cause, detail: { for: "late payment" } });
  const now = billing.clock.now();
  for (const { id, state } of payments) {
    if (state !== "cancelled") await updatePayment(trx, id, { next_inspect_at: now, inspections: 0 });
  }
  return true;
}
