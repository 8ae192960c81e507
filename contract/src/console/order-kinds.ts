// No imports here: the browser loads these values without the schema library.

/** How orders are paid, and through whom. */
export const orderMethods = ["card", "paypal"] as const;
export const orderGateways = ["stripe", "paypal"] as const;

/** Why an operator gives money back. */
export const refundReasons = [
  "promise",
  "not_playing",
  "twice",
  "by_mistake",
  "fraud_warning",
  "goodwill",
  "other",
] as const;
export type RefundReason = (typeof refundReasons)[number];
