import type { Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import type { OrderRow } from "../records/orders/repository.ts";
import { liveOf, lockPayments, updatePayment } from "../records/payments/repository.ts";
import { moveOrder, movePayment } from "../records/transitions.ts";

/** The final state of an order that was not paid. */
export type End = "cancelled" | "expired" | "failed";

/** Closes a locked order if it waits for payment; inspections cancel its remote objects. */
export async function closeOrder(
  trx: Trx,
  billing: Billing,
  order: OrderRow,
  { to, cause }: { to: End; cause: string },
): Promise<OrderRow> {
  const payments = await lockPayments(trx, order.id);
  if (order.state !== "pending" || liveOf(payments)) return order;
  const closed = await moveOrder(trx, billing, order, { to, cause });
  const now = billing.clock.now();
  for (const payment of payments) {
    if (payment.state === "cancelled" || payment.state === "succeeded") continue;
    if (payment.remote_id === null) await movePayment(trx, billing, payment, { to: "cancelled", cause });
    else await updatePayment(trx, payment.id, { next_inspect_at: now, inspections: 0 });
  }
  return closed;
}
