import type { Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import { issueReceipt } from "../accounting/receipts/issue.ts";
import type { Billing } from "../records/billing.ts";
import { type OrderRow, updateOrder } from "../records/orders/repository.ts";
import { moveOrder } from "../records/transitions.ts";
import { fulfil } from "./fulfil-order.ts";

/**
 * Settles an order that costs nothing, without a gateway: within the transaction that opens it. The renewal method
 * stays as it is.
 */
export async function settleFree(trx: Trx, billing: Billing, order: OrderRow): Promise<OrderRow> {
  if (order.amount !== 0) throw new Error(`Order ${order.id} is not free`);
  const now = billing.clock.now();
  const paid = await moveOrder(trx, billing, order, {
    to: "paid",
    cause: "free",
    changes: { paid_at: now, event_id: newId(now) },
  });
  const given = await fulfil(trx, billing, paid, {
    instrumentId: null,
    initiator: "merchant",
    reusable: true,
  });
  const complete = given.subscriptionId
    ? await updateOrder(trx, paid.id, { subscription_id: given.subscriptionId })
    : paid;
  await issueReceipt(trx, billing, complete, { paidWith: null, ...given.period });
  for (const listener of billing.listeners ?? []) await listener.paid?.(trx, complete);
  return complete;
}
