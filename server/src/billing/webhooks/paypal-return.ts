import { chargeOrder } from "../charging/charge.ts";
import { inspectPayment } from "../charging/inspect.ts";
import { settleSetup } from "../methods/settle-setup.ts";
import type { Billing } from "../records/billing.ts";
import { findOrder, type OrderRow } from "../records/orders/repository.ts";
import { findPaymentByRemote } from "../records/payments/repository.ts";
import { reasonOf } from "../records/reason.ts";

/** The parameters of a browser that returns from PayPal; none of them is proof of a payment. */
export interface PayPalReturn {
  orderId: string;
  /** PayPal's `token`: the id of the remote order. */
  remoteId: string;
  /** Whether the customer approved, by the URL of the return. */
  approved: boolean;
}

/**
 * Where the browser is redirected; `url` leads back to PayPal if its account declined and another one may
 * succeed.
 */
export type ReturnTarget =
  | { to: "result"; orderId: string }
  | { to: "paypal"; url: string }
  | { to: "account" }
  | { to: "nowhere" };

/**
 * Handles a browser that returns from PayPal (R84). The order's state at PayPal decides, not the URL: an
 * approved order is captured, and a forged URL changes nothing (cases 9 and 34).
 */
export async function handleReturn(
  billing: Billing,
  { orderId, remoteId, approved }: PayPalReturn,
): Promise<ReturnTarget> {
  const order = await findOrder(billing.db, orderId);
  if (!order) return { to: "nowhere" };
  const payment = await findPaymentByRemote(billing.db, "paypal", remoteId);
  if (payment?.order_id !== order.id) return { to: "result", orderId };
  try {
    if (approved && isPayable(order)) return await capture(billing, order, remoteId);
    await inspectPayment(billing, payment.id, "return");
  } catch (error) {
    // The result page asks again, and inspections retry.
    billing.log.warn(
      { order: order.id, reason: reasonOf(error) },
      "Return from PayPal could not be handled; inspections will retry",
    );
  }
  return { to: "result", orderId };
}

function isPayable({ state }: OrderRow): boolean {
  return state === "pending" || state === "processing";
}

async function capture(billing: Billing, { id: orderId }: OrderRow, remoteId: string): Promise<ReturnTarget> {
  // Whoever approves just before the order's end is back just after it. Until the order is closed an approval is charged,
  // so that nobody reads "expired" about what is charged a moment later.
  const charge = { initiator: "customer", method: "paypal", remoteId, agreed: true } as const;
  const outcome = await chargeOrder(billing, orderId, charge);
  // What was approved has been replaced, as by another tab with another choice: the newer one is approved instead.
  const isReplaced = outcome.result === "approval" && outcome.payment?.remote_id !== remoteId;
  if (isReplaced && outcome.next?.type === "redirect") return { to: "paypal", url: outcome.next.url };
  const declined = outcome.result === "declined" && outcome.decline?.reason === "paypal_declined";
  // Another instrument of the same account may succeed: PayPal offers the choice within the same order.
  if (declined && outcome.decline?.advice === "retry" && outcome.next?.type === "redirect")
    return { to: "paypal", url: outcome.next.url };
  return { to: "result", orderId };
}

/**
 * Handles a browser that returns from PayPal after a change of method. The setup's state at PayPal decides, not the URL.
 * Returns false if there is no such change.
 */
export async function returnFromSetup(billing: Billing, setupId: string): Promise<boolean> {
  try {
    return (await settleSetup(billing, setupId, "return")) !== undefined;
  } catch (error) {
    billing.log.warn(
      { setup: setupId, reason: reasonOf(error) },
      "Return from PayPal could not be handled; inspections will retry",
    );
    return true;
  }
}
