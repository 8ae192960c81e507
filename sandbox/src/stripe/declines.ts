/** The reason of a bank's decline, and its advice. */
export interface Decline {
  code: string;
  decline_code: string;
  advice_code?: "try_again_later" | "do_not_try_again" | "confirm_card_data";
  message: string;
}

const declined = "Your card was declined.";
const later = "try_again_later";
const never = "do_not_try_again";
const check = "confirm_card_data";

const known: Record<string, Omit<Decline, "decline_code">> = {
  insufficient_funds: {
    code: "card_declined",
    advice_code: later,
    message: "Your card has insufficient funds.",
  },
  lost_card: { code: "card_declined", advice_code: never, message: declined },
  stolen_card: { code: "card_declined", advice_code: never, message: declined },
  pickup_card: { code: "card_declined", advice_code: never, message: declined },
  fraudulent: { code: "card_declined", advice_code: never, message: declined },
  revocation_of_all_authorizations: { code: "card_declined", advice_code: never, message: declined },
  expired_card: { code: "expired_card", advice_code: check, message: "Your card has expired." },
  incorrect_cvc: {
    code: "incorrect_cvc",
    advice_code: check,
    message: "Your card's security code is incorrect.",
  },
  incorrect_number: {
    code: "incorrect_number",
    advice_code: check,
    message: "Your card number is incorrect.",
  },
  processing_error: {
    code: "processing_error",
    advice_code: later,
    message: "An error occurred while processing your card. Try again in a little bit.",
  },
  card_velocity_exceeded: {
    code: "card_declined",
    advice_code: later,
    message:
      "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
  },
  authentication_required: {
    code: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
  },
};

/** Returns the details of a decline. */
export function declineOf(declineCode: string): Decline {
  const found = known[declineCode];
  if (found) return { ...found, decline_code: declineCode };
  return { code: "card_declined", decline_code: declineCode, advice_code: later, message: declined };
}

/** Returns a decline as an error of the API. */
export function declineFault(decline: Decline) {
  return { type: "card_error" as const, network_decline_code: networkCode(decline.decline_code), ...decline };
}

function networkCode(declineCode: string): string {
  const codes: Record<string, string> = {
    insufficient_funds: "51",
    lost_card: "41",
    stolen_card: "43",
    pickup_card: "04",
    expired_card: "54",
    incorrect_cvc: "N7",
    authentication_required: "1A",
    processing_error: "96",
  };
  return codes[declineCode] ?? "05";
}
