import type { OrderState } from "@cliffhanger/contract";
import type { PaymentState } from "./payments/tables.ts";

/** Where each state of an order may lead. A late success reopens what has ended; money that was refunded stays so. */
export const orderTransitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending: ["processing", "paid", "cancelled", "expired", "failed", "review"],
  processing: ["pending", "paid", "cancelled", "expired", "failed", "review"],
  paid: ["partially_refunded", "refunded", "disputed"],
  partially_refunded: ["refunded", "disputed"],
  disputed: ["paid", "partially_refunded", "refunded"],
  review: ["paid", "cancelled", "refunded"],
  cancelled: ["paid", "review", "refunded"],
  expired: ["paid", "review", "refunded"],
  failed: ["paid", "review", "refunded"],
  refunded: [],
};

/** Where each state of a payment may lead. `in_doubt` is no end: while it lasts, nothing else of the order is charged. */
export const paymentTransitions: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  // From new straight to charging: what makes its remote object and takes the money in one step.
  new: ["open", "charging", "pending", "in_doubt", "succeeded", "cancelled"],
  open: ["charging", "action", "pending", "in_doubt", "succeeded", "declined", "cancelled"],
  declined: ["charging", "open", "action", "pending", "in_doubt", "succeeded", "cancelled"],
  charging: ["new", "open", "action", "pending", "in_doubt", "succeeded", "declined", "cancelled"],
  action: ["open", "pending", "in_doubt", "succeeded", "declined", "cancelled"],
  pending: ["open", "in_doubt", "succeeded", "declined", "cancelled"],
  in_doubt: ["new", "open", "action", "pending", "succeeded", "declined", "cancelled"],
  succeeded: [],
  cancelled: ["in_doubt", "succeeded"],
};

/** While a payment is in one of these it may still succeed by itself, so no other of its order is begun. */
export const livePayments = ["charging", "action", "pending", "in_doubt"] as const satisfies PaymentState[];

/** Whether a payment may still succeed by itself. */
export function isLivePayment(state: PaymentState): boolean {
  return (livePayments as readonly PaymentState[]).includes(state);
}

/** Throws where an order may not go from one state to another: nothing is written then. */
export function assertOrderTransition(from: OrderState, to: OrderState): void {
  if (!orderTransitions[from].includes(to)) throw new Error(`An order never goes from ${from} to ${to}`);
}

/** The same for a payment. */
export function assertPaymentTransition(from: PaymentState, to: PaymentState): void {
  if (!paymentTransitions[from].includes(to)) throw new Error(`A payment never goes from ${from} to ${to}`);
}
