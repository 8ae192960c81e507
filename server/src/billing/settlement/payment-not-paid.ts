import type { Trx } from "#platform/db/database";
import type { Billing } from "../records/billing.ts";
import type { Decline } from "../records/gateway.ts";
import { type OrderRow, updateOrder } from "../records/orders/repository.ts";
import { finishAttempt } from "../records/payments/attempts.ts";
import { isUnderWay } from "../records/payments/inspection-schedule.ts";
import { findAttempt, type PaymentRow, updatePayment } from "../records/payments/repository.ts";
import { isLivePayment } from "../records/states.ts";
import { moveOrder, movePayment } from "../records/transitions.ts";
import type { Settling } from "./settling.ts";

/** Declines after which an order fails. */
const MAX_DECLINES = 5;

/** Settles a payment that the gateway has not decided: nothing is delivered, and the order waits. */
export async function settlePending(
  trx: Trx,
  billing: Billing,
  { order, payment, cause }: Settling,
): Promise<OrderRow> {
  if (payment.state === "succeeded" || payment.state === "cancelled") return order;
  await movePayment(trx, billing, payment, { to: "pending", cause });
  return order.state === "pending" ? moveOrder(trx, billing, order, { to: "processing", cause }) : order;
}

/** Settles a payment that waits for the bank's authentication: the customer has until the order expires. */
export async function settleAction(
  trx: Trx,
  billing: Billing,
  { order, payment, cause }: Settling,
): Promise<OrderRow> {
  if (payment.state === "succeeded" || payment.state === "cancelled") return order;
  const authenticationEnd = new Date(billing.clock.now().getTime() + billing.policy.orderMinutes * 60_000);
  await movePayment(trx, billing, payment, {
    to: "action",
    cause,
    changes: { next_inspect_at: order.expires_at ?? authenticationEnd },
  });
  return order.state === "pending" ? moveOrder(trx, billing, order, { to: "processing", cause }) : order;
}

/** Settles a remote object that can be paid again: a charge was declined, or never completed. */
export async function settleUnpaid(trx: Trx, billing: Billing, settling: Settling): Promise<OrderRow> {
  const { order, payment, snapshot, cause } = settling;
  if (payment.state === "new") {
    await movePayment(trx, billing, payment, { to: "open", cause });
    return order;
  }
  if (!isLivePayment(payment.state)) return order;
  const attempt = await findAttempt(trx, payment.id);
  const charged = payment.state === "charging" || payment.state === "in_doubt";
  // Until the charge itself is answered, this may be the state before it.
  const early =
    charged && cause !== "charge" && attempt && isUnderWay(attempt.created_at, billing.clock.now());
  if (early) return order;
  const { decline } = snapshot;
  await movePayment(trx, billing, payment, {
    to: decline ? "declined" : "open",
    cause,
    detail: decline ? { code: decline.code } : {},
  });
  const declined = decline ? await noteDecline(trx, billing, { order, payment, decline, settling }) : order;
  if (!decline && attempt)
    await finishAttempt(trx, billing, attempt.id, { outcome: "not_done", ended_at: billing.clock.now() });
  const released =
    declined.state === "processing" ? await release(trx, billing, declined, settling) : declined;
  const { state } = released;
  // It must not be paid any more: the next inspection cancels it.
  if (state === "cancelled" || state === "expired" || state === "failed")
    await updatePayment(trx, payment.id, { next_inspect_at: billing.clock.now() });
  return released;
}

/** Settles a remote object that can never be paid any more. */
export async function settleClosed(trx: Trx, billing: Billing, settling: Settling): Promise<OrderRow> {
  const { order, payment, snapshot, cause } = settling;
  if (payment.state === "succeeded" || payment.state === "cancelled") return order;
  const wasLive = isLivePayment(payment.state);
  await movePayment(trx, billing, payment, { to: "cancelled", cause });
  const { decline } = snapshot;
  const declined =
    decline && wasLive ? await noteDecline(trx, billing, { order, payment, decline, settling }) : order;
  const attempt = await findAttempt(trx, payment.id);
  if (attempt)
    await finishAttempt(trx, billing, attempt.id, { outcome: "cancelled", ended_at: billing.clock.now() });
  return declined.state === "processing" && wasLive ? release(trx, billing, declined, settling) : declined;
}

/** Releases an order so that it can be paid another way, if that is still possible. */
function release(
  trx: Trx,
  billing: Billing,
  order: OrderRow,
  { payment, snapshot, cause }: Settling,
): Promise<OrderRow> {
  const locked = order.kind !== "renewal" && order.declines >= MAX_DECLINES;
  // After days of processing, the customer is no longer waiting to pay another way.
  const late = payment.state === "pending" && snapshot.state !== "open";
  const over = order.kind !== "renewal" && (locked || late);
  return moveOrder(trx, billing, order, { to: over ? "failed" : "pending", cause });
}

async function noteDecline(
  trx: Trx,
  billing: Billing,
  {
    order,
    payment,
    decline,
    settling,
  }: { order: OrderRow; payment: PaymentRow; decline: Decline; settling: Settling },
): Promise<OrderRow> {
  const attempt = await findAttempt(trx, payment.id);
  const first =
    attempt &&
    (await finishAttempt(trx, billing, attempt.id, {
      outcome: "declined",
      ended_at: billing.clock.now(),
      decline_code: decline.code,
      advice: decline.advice,
      fingerprint: settling.snapshot.instrument?.fingerprint ?? null,
    }));
  if (!first) return order;
  const declines = order.declines + (attempt.initiator === "customer" ? 1 : 0);
  return updateOrder(trx, order.id, {
    declines,
    last_decline: {
      code: decline.code,
      reason: decline.reason,
      retryable: order.kind === "renewal" || declines < MAX_DECLINES,
    },
  });
}
