import Stripe from "stripe";
import { GatewayBusy, GatewayRefused, GatewayUnknown } from "../../records/gateway.ts";

/** A charge that the bank declined; Stripe throws it as an error. */
export type CardError = InstanceType<typeof Stripe.errors.StripeCardError>;

/** Sends a request to Stripe, and converts every error to one of our three. */
export async function ask<T extends { object: string }>(
  what: T["object"],
  call: () => Promise<T>,
): Promise<T> {
  const answer = await call().catch((error: unknown) => {
    throw meaningOf(error);
  });
  return assertObject(answer, what);
}

/** Sends a charge to Stripe; a decline is returned, not thrown. */
export async function askToCharge(
  call: () => Promise<Stripe.PaymentIntent>,
): Promise<Stripe.PaymentIntent | CardError> {
  const answer = await call().catch((error: unknown) => {
    if (isCardError(error) && error.statusCode === 402) return error;
    throw meaningOf(error);
  });
  return isCardError(answer) ? answer : assertObject(answer, "payment_intent");
}

/** Returns whether an answer is a decline instead of an object. */
export function isCardError(answer: unknown): answer is CardError {
  return answer instanceof Stripe.errors.StripeCardError;
}

/**
 * Throws unless the answer is the expected object: the SDK returns an error without a body, or a truncated
 * answer, as if it were one.
 */
function assertObject<T extends { object: string }>(answer: T, what: string): T {
  const said: string | undefined = (answer as T | null)?.object;
  if (said !== what) throw new GatewayUnknown(`Stripe answered with no ${what}`);
  return answer;
}

/**
 * Converts an error to what it means for the outcome. It has no `cause`: the SDK's errors contain the whole
 * object with its client secret, which would be logged.
 */
export function meaningOf(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) {
    const name = error instanceof Error ? error.name : typeof error;
    return new GatewayUnknown(`Stripe's answer makes no sense (${name})`);
  }
  const { statusCode, requestId } = error;
  const code = error.decline_code || error.code || error.rawType || error.type;
  const message = `Stripe: ${code} (${[statusCode, requestId].filter(Boolean).join(", ") || "no answer"})`;
  if (statusCode === undefined || statusCode >= 500) return new GatewayUnknown(message);
  if (statusCode === 429 || statusCode === 409 || code === "lock_timeout" || code === "rate_limit")
    return new GatewayBusy(message);
  if (statusCode < 400) return new GatewayUnknown(message);
  return new GatewayRefused(code, message, { fault: isBuyersFault(error) ? "buyer" : "merchant" });
}

/** The parameters that carry a token from a browser, or a saved one. */
const tokens = new Set(["payment_method", "confirmation_token"]);
/** The codes of a detached card; some answers omit the parameter. */
const tokenCodes = new Set(["payment_method_unexpected_state"]);

/** Returns whether a refusal concerns the card or its token. All others concern the merchant. */
function isBuyersFault(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  const byCode = error.code !== undefined && tokenCodes.has(error.code);
  return isCardError(error) || byCode || (error.param !== undefined && tokens.has(error.param));
}
