import type { Decline } from "../../records/gateway.ts";

/** After these the account is never charged again. */
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

/** The codes of declines that are known by name. */
export const paypalDeclineCodes: readonly string[] = [...refusals, ...approvals];

/** Returns whether a refusal concerns the payer. Unlisted and unknown issues do not. */
export function isBuyersFault(issues: readonly string[]): boolean {
  return declineOf(issues) !== null;
}

/** Returns the decline for PayPal's issues; null if they are not a decline. */
export function declineOf(issues: readonly string[]): Decline | null {
  const refusal = issues.find((issue) => refusals.has(issue));
  if (refusal) return declined(refusal);
  const approval = issues.find((issue) => approvals.has(issue));
  return approval ? { code: approval, reason: "paypal_not_approved", advice: "authenticate" } : null;
}

/** Returns the decline for one of PayPal's refusals. */
export function declined(code: string): Decline {
  return { code, reason: "paypal_declined", advice: never.has(code) ? "never" : "retry" };
}
