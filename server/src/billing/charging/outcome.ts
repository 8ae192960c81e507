import type { Billing } from "../records/billing.ts";
import type { Decline, Snapshot } from "../records/gateway.ts";
import { findOrder, type OrderRow } from "../records/orders/repository.ts";
import { findAttempt, findPayment, type PaymentRow } from "../records/payments/repository.ts";

/**
 * The outcome of charging an order. `checking`: unknown so far; `approval`: the customer must approve first.
 */
export interface ChargeOutcome {
  order: OrderRow;
  payment: PaymentRow | undefined;
  result: "paid" | "action" | "pending" | "checking" | "declined" | "approval" | "gone";
  decline?: Decline;
  next: Snapshot["next"];
}

/** Returns the outcome by our records; `snapshot` is the gateway's last answer. */
export async function outcomeOf(
  billing: Billing,
  orderId: string,
  paymentId: string | undefined,
  snapshot: Snapshot | null,
): Promise<ChargeOutcome> {
  const [order, payment] = await Promise.all([
    findOrder(billing.db, orderId),
    paymentId === undefined ? undefined : findPayment(billing.db, paymentId),
  ]);
  if (!order) throw new Error(`There is no order ${orderId}`);
  const base = { order, payment, next: snapshot?.next ?? null };
  const closed = closedResult(order);
  if (closed) return { ...base, result: closed, next: null };
  if (payment?.state === "action") return { ...base, result: "action" };
  if (payment?.state === "pending") return { ...base, result: "pending" };
  if (order.state === "processing" || order.state === "review" || !payment)
    return { ...base, result: "checking" };
  const decline = snapshot?.decline ?? (await lastDecline(billing, order, payment));
  if (decline) return { ...base, result: "declined", decline };
  return { ...base, result: order.state === "pending" ? "checking" : "gone" };
}

function closedResult({ state, last_decline }: OrderRow): "paid" | "gone" | null {
  if (state === "cancelled" || state === "expired") return "gone";
  // Failed by this very decline, whose reason the customer must see.
  if (state === "failed") return last_decline ? null : "gone";
  return state === "pending" || state === "processing" || state === "review" ? null : "paid";
}

async function lastDecline(billing: Billing, order: OrderRow, payment: PaymentRow): Promise<Decline | null> {
  const attempt = await findAttempt(billing.db, payment.id);
  if (attempt?.outcome !== "declined" || !order.last_decline) return null;
  const { code, reason } = order.last_decline;
  const advice = (attempt.advice ?? "retry") as Decline["advice"];
  return { code, reason: reason as Decline["reason"], advice };
}
