/** The mails about what was bought, by kind. */
export const billingMails = {
  /** With `{ orderId }`. */
  receipt: "receipt",
  /** With `{ receiptId }`: the credit note's. */
  refund: "refund",
  /** With `{ refundId }`: a payment that nobody needed went back by itself. */
  returned: "returned",
} as const;

/** The mails about a membership, by kind: the first four with `{ orderId }`, the others with `{ subscriptionId }`. */
export const subscriptionMails = {
  renewalFailed: "renewal-failed",
  confirmCard: "renewal-confirm",
  methodRefused: "renewal-refused",
  renewalDue: "renewal-due",
  renewalReminder: "renewal-reminder",
  methodDied: "method-died",
  cancelled: "membership-cancelled",
  expired: "membership-expired",
} as const;

/** The kind of a mail about a membership. */
export type SubscriptionMail = (typeof subscriptionMails)[keyof typeof subscriptionMails];
