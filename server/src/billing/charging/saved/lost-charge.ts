import { inTransaction } from "#platform/db/database";
import type { Billing } from "../../records/billing.ts";
import { lockOrder } from "../../records/orders/repository.ts";
import { finishAttempt } from "../../records/payments/attempts.ts";
import { lockPayments, type PaymentRow, updatePayment } from "../../records/payments/repository.ts";
import { moveOrder, movePayment } from "../../records/transitions.ts";

type Known = Pick<PaymentRow, "id" | "order_id">;

/**
 * Records that the answer to a single-step charge was lost. Without `mayRepeat` its request is never sent
 * again.
 */
export async function markLost(
  billing: Billing,
  { id, order_id: orderId }: Known,
  { mayRepeat }: { mayRepeat: boolean },
): Promise<void> {
  await inTransaction(billing.db, async (trx) => {
    await lockOrder(trx, orderId);
    const row = (await lockPayments(trx, orderId)).find((payment) => payment.id === id);
    if (!row || row.remote_id !== null) return;
    const changes = mayRepeat ? {} : { key_until: billing.clock.now() };
    if (row.state === "charging")
      await movePayment(trx, billing, row, { to: "in_doubt", cause: "charge", changes });
    else if (row.state === "in_doubt" && !mayRepeat) await updatePayment(trx, id, changes);
  });
}

/**
 * Resets a single-step charge that certainly did not happen: its order may be charged again, under another
 * key.
 */
export async function resetCharge(
  billing: Billing,
  { id, order_id: orderId }: Known,
  attemptId: string,
  outcome: "gateway_down" | "not_done",
): Promise<void> {
  await inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const row = (await lockPayments(trx, orderId)).find((payment) => payment.id === id);
    if (!order || !row || row.remote_id !== null) return;
    if (row.state !== "charging" && row.state !== "in_doubt") return;
    await movePayment(trx, billing, row, { to: "new", cause: outcome });
    await finishAttempt(trx, billing, attemptId, { outcome, ended_at: billing.clock.now() });
    if (order.state === "processing") await moveOrder(trx, billing, order, { to: "pending", cause: outcome });
  });
}
