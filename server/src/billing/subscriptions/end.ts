import type { Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import { revokeGrace } from "../records/periods/repository.ts";
import {
  findPeriod,
  forgetVisitor,
  listLiveSubscriptions,
  type SubscriptionRow,
} from "../records/subscriptions/repository.ts";
import { closeOrder } from "./close-order.ts";
import { lockWithOrder, type OrderRow, type WithOrder } from "./coming-order.ts";
import { isLive } from "./membership.ts";
import { change } from "./schedule.ts";

/**
 * Ends a locked subscription: nothing is charged any more, and its open renewal order is closed. An order
 * whose charge is in flight stays as it is: if it is paid, the money is refunded.
 */
export async function endSubscription(
  trx: Trx,
  billing: Billing,
  { row, order }: WithOrder,
  { to, cause }: { to: "cancelled" | "expired"; cause: string },
): Promise<SubscriptionRow> {
  const now = billing.clock.now();
  await revokeGrace(trx, row.id, row.period_no + 1, now);
  const ended = await change(trx, billing, row, {
    changes: { state: to, ended_at: now, remind_at: null },
    cause,
  });
  if (order) await closeOrder(trx, billing, order, { to: to === "expired" ? "failed" : "cancelled", cause });
  return ended;
}

/**
 * Ends the subscription of a fully refunded order, if the order paid for the current period, or for the one that came
 * back when a change of plan was undone. A refund of an older period ends nothing. The caller holds the order's lock.
 */
export async function endByRefund(trx: Trx, billing: Billing, order: OrderRow): Promise<void> {
  if (order.subscription_id === null) return;
  const found = await lockWithOrder(trx, order.subscription_id);
  if (!found || !isLive(found.row.state)) return;
  const present = await findPeriod(trx, found.row.id, found.row.period_no);
  if ((order.period_no ?? 0) < found.row.period_no && present?.order_id !== order.id) return;
  await endSubscription(trx, billing, found, { to: "cancelled", cause: "refund" });
}

/** Ends the subscriptions of an erased account; the rows stay, anonymous. */
export async function endAtOnce(trx: Trx, billing: Billing, visitorId: string): Promise<void> {
  for (const { id } of await listLiveSubscriptions(trx, visitorId)) {
    const found = await lockWithOrder(trx, id);
    if (found && isLive(found.row.state))
      await endSubscription(trx, billing, found, { to: "cancelled", cause: "account erased" });
  }
  await forgetVisitor(trx, visitorId);
}
