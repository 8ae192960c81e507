/**
 * The events that the webhook endpoint at Stripe must subscribe to: one family per object, so that nothing is reported
 * twice. Other events are stored as ignored. The list loads nothing of the SDK.
 */
export const stripeEvents = [
  "payment_intent.requires_action",
  "payment_intent.processing",
  "payment_intent.payment_failed",
  "payment_intent.succeeded",
  "payment_intent.canceled",
  "charge.updated",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "radar.early_fraud_warning.created",
  "payment_method.automatically_updated",
  "payment_method.detached",
  "setup_intent.succeeded",
  "setup_intent.setup_failed",
  "setup_intent.canceled",
] as const;
