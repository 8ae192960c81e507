import type { OrderState } from "@cliffhanger/contract";
import type { PaymentState } from "./payments/tables.ts";

/**
 * The allowed transitions of an order. A late success reopens an ended order; a refunded order stays
 * refunded.
 */
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

/**
 * The allowed transitions of a payment. `in_doubt` is not final: while it lasts, nothing else of the order is
 * charged.
 */
export const paymentTransitions: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  // A single-step charge goes straight from new to charging.
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

/** A payment in one of these states may still succeed, so no other payment of its order may start. */
export const livePayments = ["charging", "action", "pending", "in_doubt"] as const satisfies PaymentState[];

/** Returns whether a payment may still succeed on its own. */
export function isLivePayment(state: PaymentState): boolean {
  return (livePayments as readonly PaymentState[]).includes(state);
}

/** Throws if an order must not change from one state to the other, before anything is written. */
export function assertOrderTransition(from: OrderState, to: OrderState): void {
  if (!orderTransitions[from].includes(to)) throw new Error(`An order never goes from ${from} to ${to}`);
}

/** Throws if a payment must not change from one state to the other. */
export function assertPaymentTransition(from: PaymentState, to: PaymentState): void {
  if (!paymentTransitions[from].includes(to)) throw new Error(`A payment never goes from ${from} to ${to}`);
}
