import { chargeOrder } from "../charging/charge.ts";
import { inspectPayment } from "../charging/inspect.ts";
import type { Billing } from "../records/billing.ts";
import { findOrder, type OrderRow } from "../records/orders/repository.ts";
import { findPaymentByRemote } from "../records/payments/repository.ts";
import { reasonOf } from "../records/reason.ts";

/** What a browser brings back from PayPal: nothing of it is proof of anything. */
export interface ComeBack {
  orderId: string;
  /** PayPal's `token`: the remote order's id. */
  remoteId: string;
  /** Whether the person approved, by the address they came back to. */
  approved: boolean;
}

/** Where the browser goes then; `url` leads to PayPal again where the account refused and another may not. */
export type WayOn = { to: "result"; orderId: string } | { to: "paypal"; url: string } | { to: "nowhere" };

/**
 * Takes somebody in who comes back from PayPal (R84). What PayPal says of the order counts, not the address: it is captured
 * where it was approved there, and forging an address un-pays nothing (cases 9 and 34).
 */
export async function handleReturn(
  billing: Billing,
  { orderId, remoteId, approved }: ComeBack,
): Promise<WayOn> {
  const order = await findOrder(billing.db, orderId);
  if (!order) return { to: "nowhere" };
  const payment = await findPaymentByRemote(billing.db, "paypal", remoteId);
  if (payment?.order_id !== order.id) return { to: "result", orderId };
  try {
    if (approved && isPayable(order)) return await capture(billing, order, remoteId);
    await inspectPayment(billing, payment.id, "return");
  } catch (error) {
    // The page that follows asks again, and so does the schedule.
    billing.log.warn({ order: order.id, reason: reasonOf(error) }, "Somebody came back from PayPal in vain");
  }
  return { to: "result", orderId };
}

function isPayable({ state }: OrderRow): boolean {
  return state === "pending" || state === "processing";
}

async function capture(billing: Billing, { id: orderId }: OrderRow, remoteId: string): Promise<WayOn> {
  const charge = { initiator: "customer", method: "paypal", remoteId } as const;
  const outcome = await chargeOrder(billing, orderId, charge);
  const declined = outcome.result === "declined" && outcome.decline?.reason === "paypal_declined";
  // Another card or bank of the same account may do: PayPal asks for it in the same order.
  if (declined && outcome.decline?.advice === "retry" && outcome.next?.type === "redirect")
    return { to: "paypal", url: outcome.next.url };
  return { to: "result", orderId };
}
