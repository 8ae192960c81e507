import { inTransaction } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import type { Gateway, Snapshot } from "../records/gateway.ts";
import { findOrder, lockOrder, type OrderRow } from "../records/orders/repository.ts";
import { nextInspection } from "../records/payments/inspection-schedule.ts";
import {
  findAttempt,
  findPayment,
  lockPayments,
  type PaymentRow,
  scheduleInspection,
} from "../records/payments/repository.ts";
import { reasonOf } from "../records/reason.ts";
import { claimDue } from "../records/repository.ts";
import { isLivePayment } from "../records/states.ts";
import { movePayment } from "../records/transitions.ts";
import { settle } from "../settlement/settle.ts";
import { chargeOrder } from "./charge.ts";
import { fetchRemote } from "./inspect-remote.ts";
import { isLost, nextLostInspection, recover } from "./saved/recover.ts";

const BATCH = 10;
/** When the claim of a payment ends, so that a crashed node does not block it. */
const CLAIM_MS = 120_000;

/**
 * Fetches a payment's remote object and settles its state. Cancels an object that must no longer be paid.
 * Used for webhooks, returning browsers and scheduled inspections. Gateway errors are thrown.
 */
export async function inspectPayment(billing: Billing, paymentId: string, cause: string): Promise<void> {
  const payment = await findPayment(billing.db, paymentId);
  const order = payment && (await findOrder(billing.db, payment.order_id));
  const gateway = payment && billing.gateways.get(payment.gateway);
  if (!payment || !order || !gateway) return;
  const { remote_id } = payment;
  if (isLost(payment)) {
    const { saved } = gateway;
    if (saved) return recover(billing, { gateway, saved }, { order, payment }, cause);
  }
  if (remote_id === null) return closeUnmade(billing, order, payment);
  const seen = await fetchRemote(billing, gateway, { ...payment, remote_id });
  if (seen === null) return;
  const waits = order.state === "pending" && payment.state !== "cancelled" && payment.state !== "succeeded";
  if (seen.state === "approved" && waits && seen.paymentId === payment.id) {
    await chargeOrder(billing, order.id, {
      initiator: "customer",
      method: "paypal",
      agreed: true,
      remoteId: seen.remoteId,
    });
    return;
  }
  const unpaid =
    seen.state === "open" ||
    seen.state === "action" ||
    seen.state === "declined" ||
    seen.state === "approved";
  const closes = unpaid && seen.paymentId === payment.id && mayBeClosed(billing, order, payment, cause);
  const snapshot = closes ? await cancelRemote(gateway, payment, seen) : seen;
  await settle(billing, payment.id, snapshot, cause);
}

async function cancelRemote(
  gateway: Gateway,
  { id, remote_id }: PaymentRow,
  seen: Snapshot,
): Promise<Snapshot> {
  return remote_id === null ? seen : gateway.cancel(remote_id, `pay_${id}:cancel`);
}

/**
 * Returns whether a remote object must no longer be paid: its order has ended, or the time for authentication
 * is over.
 */
function mayBeClosed(billing: Billing, order: OrderRow, payment: PaymentRow, cause: string): boolean {
  if (payment.state === "succeeded" || payment.state === "cancelled") return false;
  const open = order.state === "pending" || order.state === "processing" || order.state === "review";
  if (!open) return true;
  const overdue = order.expires_at !== null && order.expires_at <= billing.clock.now();
  return payment.state === "action" && (overdue || cause === INSPECTION);
}

const INSPECTION = "inspection";

/** Closes a payment whose order ended before a remote object was stored: nothing can be paid by it. */
async function closeUnmade(billing: Billing, { id: orderId }: OrderRow, { id }: PaymentRow): Promise<void> {
  await inTransaction(billing.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    const payment = (await lockPayments(trx, orderId)).find((row) => row.id === id);
    if (payment?.state === "new" && order?.state !== "pending")
      await movePayment(trx, billing, payment, { to: "cancelled", cause: INSPECTION });
  });
}

async function nextInspectionAt({ db }: Billing, payment: PaymentRow, now: Date): Promise<Date | null> {
  const attempt = isLost(payment) ? await findAttempt(db, payment.id) : undefined;
  return attempt
    ? nextLostInspection(attempt.created_at, now)
    : nextInspection(payment.state, payment.inspections, now);
}

/** Inspects the due payments and schedules their next inspections. Returns how many were due. */
export async function inspectDue(billing: Billing): Promise<number> {
  const now = billing.clock.now();
  const until = new Date(now.getTime() + CLAIM_MS);
  const due = await inTransaction(billing.db, (trx) =>
    claimDue(trx, "payment", { now, until, limit: BATCH }),
  );
  for (const payment of due) {
    const at = await nextInspectionAt(billing, payment, now);
    try {
      await inspectPayment(billing, payment.id, INSPECTION);
    } catch (error) {
      billing.log.warn(
        { payment: payment.id, reason: reasonOf(error) },
        "Payment inspection failed; will retry",
      );
    }
    // Does nothing if the payment has changed: settlement has already scheduled its next inspection.
    await scheduleInspection(billing.db, payment, at);
    if (at === null && isLivePayment(payment.state))
      billing.log.error(
        { payment: payment.id, order: payment.order_id, state: payment.state },
        "Payment outcome unknown after all inspections; added to manual review",
      );
  }
  return due.length;
}
