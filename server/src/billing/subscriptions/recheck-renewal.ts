import type { Trx } from "#platform/db/database";
import { lockSubscription } from "../records/subscriptions/repository.ts";
import type { OrderRow } from "./coming-order.ts";
import { isLive } from "./membership.ts";

/**
 * Returns whether the owner still wants a renewal, just before its charge. The lock prevents a cancellation
 * until the transaction ends; afterwards the order shows that it is being charged. The caller holds the
 * order's lock.
 */
export async function stillWanted(
  trx: Trx,
  order: OrderRow,
  initiator: "customer" | "merchant",
): Promise<boolean> {
  if (order.subscription_id === null) return false;
  const row = await lockSubscription(trx, order.subscription_id);
  if (!row || row.visitor_id === null || !isLive(row.state)) return false;
  // Who pays it themselves has decided: the cancellation applies to the periods after it.
  const unwanted = row.cancel_at_period_end && initiator === "merchant";
  return !unwanted && row.period_no + 1 === order.period_no;
}
