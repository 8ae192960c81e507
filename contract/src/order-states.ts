// No imports here: the browser loads these values without the schema library.

/** The states of a subscription; `expired`: ended after a failed payment, `cancelled`: ended at its owner's request. */
export const subscriptionStates = ["trialing", "active", "past_due", "cancelled", "expired"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** What an order is for. */
export const orderKinds = ["subscribe", "unlock", "change", "renewal"] as const;
export type OrderKind = (typeof orderKinds)[number];

/** The states of an order; `processing`: a gateway's answer is awaited or checked; `review`: in manual review. */
export const orderStates = [
  "pending",
  "processing",
  "paid",
  "cancelled",
  "expired",
  "failed",
  "review",
  "refunded",
  "partially_refunded",
  "disputed",
] as const;
export type OrderState = (typeof orderStates)[number];

/** Returns whether the state may still change, so that the page keeps polling (R27). */
export function isOpenOrder(state: OrderState): boolean {
  return state === "pending" || state === "processing" || state === "review";
}
