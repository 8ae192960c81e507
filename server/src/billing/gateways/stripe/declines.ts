import type { Decline } from "../../records/gateway.ts";

/** Stripe's description of a failed payment, from an error or the object's last error. */
export interface StripeDecline {
  code?: string | null | undefined;
  decline_code?: string | null | undefined;
  advice_code?: string | null | undefined;
}

type Meaning = Pick<Decline, "reason" | "advice">;

const later: Meaning = { reason: "card_declined", advice: "retry" };
const otherCard: Meaning = { reason: "card_refused", advice: "other_method" };
const never: Meaning = { reason: "card_refused", advice: "never" };
const mistyped: Meaning = { reason: "card_declined", advice: "other_method" };

/** An unlisted code is a decline without a reason, which may succeed later. */
const meanings: Record<string, Meaning> = {
  insufficient_funds: { reason: "insufficient_funds", advice: "retry" },
  // The gateway may still learn of the replacement card.
  expired_card: { reason: "card_expired", advice: "other_method" },
  incorrect_cvc: { reason: "cvc_wrong", advice: "retry" },
  invalid_cvc: { reason: "cvc_wrong", advice: "retry" },
  incorrect_number: mistyped,
  invalid_number: mistyped,
  invalid_expiry_month: mistyped,
  invalid_expiry_year: mistyped,
  authentication_required: { reason: "authentication_failed", advice: "authenticate" },
  authentication_not_handled: { reason: "authentication_failed", advice: "authenticate" },
  offline_pin_required: { reason: "authentication_failed", advice: "authenticate" },
  payment_intent_authentication_failure: { reason: "authentication_failed", advice: "retry" },
  card_not_supported: otherCard,
  currency_not_supported: otherCard,
  transaction_not_allowed: otherCard,
  service_not_allowed: otherCard,
  not_permitted: otherCard,
  testmode_decline: otherCard,
  live_mode_test_card: otherCard,
  card_decline_rate_limit_exceeded: otherCard,
  invalid_account: never,
  lost_card: never,
  stolen_card: never,
  pickup_card: never,
  restricted_card: never,
  // The customer sees a generic decline: the reason must not help fraud.
  fraudulent: { reason: "card_declined", advice: "never" },
  merchant_blacklist: { reason: "card_declined", advice: "never" },
  security_violation: { reason: "card_declined", advice: "never" },
  revocation_of_authorization: never,
  revocation_of_all_authorizations: never,
  stop_payment_order: never,
};

/** The codes of declines that are known by name. */
export const stripeDeclineCodes: readonly string[] = [
  ...Object.keys(meanings),
  "card_declined",
  "generic_decline",
];

/**
 * Converts a decline. Stripe's decline code takes precedence over its error code, and the bank's advice over
 * both.
 */
export function declineOf(said: StripeDecline): Decline {
  const codes = [said.decline_code, said.code].filter((code) => typeof code === "string" && code !== "");
  const known = codes.map((code) => meanings[code as string]).find((meaning) => meaning !== undefined);
  const meaning = known ?? later;
  return {
    code: codes[0] ?? "card_declined",
    reason: meaning.reason,
    advice: said.advice_code === "do_not_try_again" ? "never" : meaning.advice,
  };
}
