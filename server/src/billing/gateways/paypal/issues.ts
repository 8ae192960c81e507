import type { Decline } from "../../records/gateway.ts";

/** After these the account is not charged again. */
const never = new Set([
  "TOKEN_ID_NOT_FOUND",
  "AGREEMENT_ALREADY_CANCELLED",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "PAYER_ACCOUNT_RESTRICTED",
  "PAYER_CANNOT_PAY",
  "BILLING_AGREEMENT_NOT_FOUND",
]);
const refusals = new Set([
  "INSTRUMENT_DECLINED",
  "TRANSACTION_REFUSED",
  "CAPTURE_DECLINED",
  "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
  ...never,
]);
const approvals = new Set(["ORDER_NOT_APPROVED", "PAYER_ACTION_REQUIRED"]);

/** Whether PayPal refuses because of whoever pays. What is not listed here, or not known at all, is not about them. */
export function isBuyersFault(issues: readonly string[]): boolean {
  return declineOf(issues) !== null;
}

/** The decline behind PayPal's issues; null where they are about something else. */
export function declineOf(issues: readonly string[]): Decline | null {
  const refusal = issues.find((issue) => refusals.has(issue));
  if (refusal) return declined(refusal);
  const approval = issues.find((issue) => approvals.has(issue));
  return approval ? { code: approval, reason: "paypal_not_approved", advice: "authenticate" } : null;
}

/** A refusal of PayPal's as a decline of the buyer's. */
export function declined(code: string): Decline {
  return { code, reason: "paypal_declined", advice: never.has(code) ? "never" : "retry" };
}
