/** The mails about what was bought, by kind. */
export const billingMails = {
  /** With `{ orderId }`. */
  receipt: "receipt",
  /** With `{ receiptId }`: the credit note's. */
  refund: "refund",
  /** With `{ refundId }`: a payment that nobody needed went back by itself. */
  returned: "returned",
} as const;
