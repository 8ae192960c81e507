import type { Trx } from "#platform/db/database";
import { lockSubscription } from "../records/subscriptions/repository.ts";
import type { OrderRow } from "./coming-order.ts";
import { isLive } from "./membership.ts";

/**
 * The last look before a renewal is charged: whether its owner still wants it. From here until the transaction
 * ends they cannot cancel, and afterwards the order says that it is being charged. The order is locked already.
 */
export async function stillWanted(trx: Trx, order: OrderRow): Promise<boolean> {
  if (order.subscription_id === null) return false;
  const row = await lockSubscription(trx, order.subscription_id);
  if (!row || row.visitor_id === null || !isLive(row.state)) return false;
  // Where nothing is charged without its owner, they are here, and know what they do.
  const unwanted = row.cancel_at_period_end && row.renewal_mode === "auto";
  return !unwanted && row.period_no + 1 === order.period_no;
}
