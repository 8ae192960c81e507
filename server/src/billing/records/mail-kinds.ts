/** The kinds of emails about purchases. */
export const billingMails = {
  /** With `{ orderId }`. */
  receipt: "receipt",
  /** With `{ receiptId }`, the id of the credit note. */
  refund: "refund",
  /** With `{ refundId }`: an unwanted payment was refunded automatically. */
  returned: "returned",
  /** With `{ withdrawalId }`. */
  withdrawal: "withdrawal",
} as const;

/**
 * The kinds of emails about a subscription: the first four with `{ orderId }`, the others with `{
 * subscriptionId }`.
 */
export const subscriptionMails = {
  renewalFailed: "renewal-failed",
  confirmCard: "renewal-confirm",
  methodRefused: "renewal-refused",
  renewalDue: "renewal-due",
  renewalReminder: "renewal-reminder",
  methodDied: "method-died",
  methodExpires: "method-expires",
  cancelled: "membership-cancelled",
  expired: "membership-expired",
} as const;

/** The kind of an email about a subscription. */
export type SubscriptionMail = (typeof subscriptionMails)[keyof typeof subscriptionMails];
