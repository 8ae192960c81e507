// No imports here: the browser takes these values as they are, without the schema library.

/** The states of a subscription; `expired`: ended after failed payment, `cancelled`: ended as asked for. */
export const subscriptionStates = ["trialing", "active", "past_due", "cancelled", "expired"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** What an order is for. */
export const orderKinds = ["subscribe", "unlock", "change", "renewal"] as const;
export type OrderKind = (typeof orderKinds)[number];

/** The states of an order; `processing`: a gateway's answer is awaited or checked; `review`: a person looks at it. */
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

/** Whether asking again may bring something new: the page polls as long as this holds (R27). */
export function isOpenOrder(state: OrderState): boolean {
  return state === "pending" || state === "processing" || state === "review";
}
