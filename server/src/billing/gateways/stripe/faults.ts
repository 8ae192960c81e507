import Stripe from "stripe";
import { GatewayBusy, GatewayRefused, GatewayUnknown } from "../../records/gateway.ts";

/** A charge that the bank refused; Stripe says so by an error. */
export type CardError = InstanceType<typeof Stripe.errors.StripeCardError>;

/** Asks Stripe for an object, and gives every fault one of our three meanings. */
export async function ask<T extends { object: string }>(
  what: T["object"],
  call: () => Promise<T>,
): Promise<T> {
  const answer = await call().catch((error: unknown) => {
    throw meaningOf(error);
  });
  return madeSure(answer, what);
}

/** Asks Stripe to take money; a bank's no is an answer too. */
export async function askToCharge(
  call: () => Promise<Stripe.PaymentIntent>,
): Promise<Stripe.PaymentIntent | CardError> {
  const answer = await call().catch((error: unknown) => {
    if (isCardError(error) && error.statusCode === 402) return error;
    throw meaningOf(error);
  });
  return isCardError(answer) ? answer : madeSure(answer, "payment_intent");
}

/** Tells a bank's no from an object. */
export function isCardError(answer: unknown): answer is CardError {
  return answer instanceof Stripe.errors.StripeCardError;
}

/** A fault without a description, or half an answer, comes through the SDK as if it were the object. */
function madeSure<T extends { object: string }>(answer: T, what: string): T {
  const said: string | undefined = (answer as T | null)?.object;
  if (said !== what) throw new GatewayUnknown(`Stripe answered with no ${what}`);
  return answer;
}

/**
 * What a fault of a call says about what was done. It carries no cause: what the SDK attaches to its own errors holds the
 * whole object with its client secret, and would end in a log.
 */
export function meaningOf(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) {
    const name = error instanceof Error ? error.name : typeof error;
    return new GatewayUnknown(`Stripe's answer makes no sense (${name})`);
  }
  const { statusCode, requestId } = error;
  const code = error.decline_code || error.code || error.rawType || error.type;
  const words = `Stripe: ${code} (${[statusCode, requestId].filter(Boolean).join(", ") || "no answer"})`;
  if (statusCode === undefined || statusCode >= 500) return new GatewayUnknown(words);
  if (statusCode === 429 || statusCode === 409 || code === "lock_timeout" || code === "rate_limit")
    return new GatewayBusy(words);
  if (statusCode < 400) return new GatewayUnknown(words);
  return new GatewayRefused(code, words, { fault: isBuyersFault(error) ? "buyer" : "merchant" });
}

/** What a token that came from a browser, or that we saved, is sent as. */
const tokens = new Set(["payment_method", "confirmation_token"]);
/** What is said of a card that was taken away, in some answers without the parameter's name. */
const tokenCodes = new Set(["payment_method_unexpected_state"]);

/** Whether a refusal is about the card, or about the token that stands for it. All else is about us. */
function isBuyersFault(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  const byCode = error.code !== undefined && tokenCodes.has(error.code);
  return isCardError(error) || byCode || (error.param !== undefined && tokens.has(error.param));
}
