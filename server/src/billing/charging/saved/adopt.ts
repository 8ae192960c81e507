import { inTransaction, type Trx } from "#platform/db/database";
import { newId } from "#platform/ids";
import type { Billing } from "../../records/billing.ts";
import { notClosed } from "../../records/closed.ts";
import type { Snapshot } from "../../records/gateway.ts";
import { logChange } from "../../records/log.ts";
import { lockOrder, type OrderRow } from "../../records/orders/repository.ts";
import {
  findPayment,
  insertPayment,
  lockPayments,
  type PaymentRow,
  updatePayment,
} from "../../records/payments/repository.ts";
import { bookCaptures } from "../../settlement/book.ts";

/** Whether a remote object is the payment's own, its second one, or not ours. */
export type Adopted = "ours" | "second" | "not_ours";

/**
 * Links the remote object of a single-step charge to its payment. If the payment already has another object
 * and this one was captured too, it is a second capture: it is booked as unwanted, and therefore refunded
 * automatically.
 */
export async function adopt(billing: Billing, paymentId: string, snapshot: Snapshot): Promise<Adopted> {
  const known = await findPayment(billing.db, paymentId);
  if (!known || snapshot.paymentId !== known.id || snapshot.orderId !== known.order_id) return "not_ours";
  return inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, known.order_id);
    const payments = await lockPayments(trx, known.order_id);
    const row = payments.find(({ id }) => id === paymentId);
    if (!order || row?.mit_key == null) return "not_ours";
    const { remoteId } = snapshot;
    if (row.remote_id === null) {
      const approval = snapshot.next?.type === "redirect" ? { approval_url: snapshot.next.url } : {};
      await updatePayment(trx, row.id, { remote_id: remoteId, ...approval });
      return "ours";
    }
    if (row.remote_id === remoteId) return "ours";
    const isKnown = payments.some(({ remote_id }) => remote_id === remoteId);
    if (!isKnown && snapshot.state === "succeeded") await bookSecond(trx, billing, { order, row, snapshot });
    return "second";
  });
}

async function bookSecond(
  trx: Trx,
  billing: Billing,
  { order, row, snapshot }: { order: OrderRow; row: PaymentRow; snapshot: Snapshot },
): Promise<void> {
  const now = billing.clock.now();
  const captured = snapshot.captures.reduce((sum, { amount }) => sum + amount, 0);
  const second = await insertPayment(trx, {
    ...row,
    id: newId(now),
    remote_id: snapshot.remoteId,
    state: "succeeded",
    captured,
    refunded: 0,
    unwanted: true,
    next_inspect_at: null,
    inspections: 0,
    created_at: now,
    updated_at: now,
    mit_key: null,
    key_until: null,
    approval_url: null,
    second_of: row.id,
    ...notClosed,
  });
  await bookCaptures(trx, billing, { order, payment: second, payments: [second], snapshot, cause: "second" });
  await logChange(trx, billing, {
    subject: "payment",
    subjectId: second.id,
    from: null,
    to: "succeeded",
    cause: "second capture",
    detail: { of: row.id, remoteId: snapshot.remoteId },
  });
  billing.log.error(
    { order: order.id, payment: row.id, remoteId: snapshot.remoteId },
    "Gateway captured one payment twice; the second capture is being refunded",
  );
}
