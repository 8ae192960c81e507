import { announce, type Bank, find } from "./bank.ts";
import { closeChallenges, openChallenge } from "./challenges.ts";
import { changeCharge, follow, makeCharge, type Occasion } from "./charges.ts";
import { type Decline, declineFault, declineOf } from "./declines.ts";
import { putOff } from "./due.ts";
import { takeForced, takeMisreport } from "./forced.ts";
import { behindOf, checkUsable, isPast, markCard, savePaymentMethod } from "./payment-methods.ts";
import { DomainError, invalid, unfit } from "./refusal.ts";
import type { Charge, IntentStatus, LastError, PaymentIntent, PaymentMethod } from "./types.ts";

/** How an intent is confirmed. */
export interface Confirmation {
  method: PaymentMethod;
  offSession: boolean;
  returnUrl: string | null;
  useStripeSdk: boolean;
  errorOnAction: boolean;
}

/** Attempts to charge an intent. Throws the decline as the API does, after storing it. */
export function confirmIntent(bank: Bank, intent: PaymentIntent, confirmation: Confirmation): PaymentIntent {
  const { method, offSession, returnUrl, useStripeSdk, errorOnAction } = confirmation;
  checkUsable(bank, method);
  checkOwner(method, intent.customer, "PaymentIntent");
  const forced = takeForced(bank, [intent.customer, method.id], offSession);
  const occasion: Occasion = { authenticated: false, offSession };
  if (forced && forced.outcome !== "processing") {
    return declined(bank, intent, method, occasion, declineOf(forced.outcome));
  }
  if (wantsCustomer(bank, intent, method, offSession)) {
    if (offSession || errorOnAction) {
      return declined(bank, intent, method, occasion, declineOf("authentication_required"));
    }
    const next = openChallenge(bank, {
      intent: intent.id,
      method: method.id,
      offSession,
      returnUrl: useStripeSdk ? null : returnUrl,
    });
    const waiting = change(bank, intent, {
      payment_method: method.id,
      status: "requires_action",
      next_action: next,
      last_payment_error: null,
    });
    announce(bank, "payment_intent.requires_action", waiting);
    return waiting;
  }
  if (forced) return process(bank, intent, method, occasion, forced.seconds, forced.end);
  return attempt(bank, intent, method, occasion);
}

/** Ends a challenge, passed or failed. Never throws a decline, because no caller waits for it. */
export function endChallenge(bank: Bank, intentId: string, methodId: string, passed: boolean): PaymentIntent {
  const intent = find<PaymentIntent>(bank, "payment_intent", intentId);
  const method = find<PaymentMethod>(bank, "payment_method", methodId);
  closeChallenges(bank, intentId, passed ? "passed" : "failed");
  if (intent.status !== "requires_action") return intent;
  if (!passed) return failed(bank, intent, method, authenticationFailure);
  const occasion: Occasion = { authenticated: true, offSession: false };
  try {
    return attempt(bank, intent, method, occasion);
  } catch (error) {
    if (error instanceof DomainError && error.lasting)
      return find<PaymentIntent>(bank, "payment_intent", intentId);
    throw error;
  }
}

/** Ends the bank's review of a pending charge. */
export function settleCharge(bank: Bank, chargeId: string, outcome: string): void {
  const charge = find<Charge>(bank, "charge", chargeId);
  const intent = find<PaymentIntent>(bank, "payment_intent", charge.payment_intent);
  if (intent.status !== "processing") return;
  const method = find<PaymentMethod>(bank, "payment_method", charge.payment_method);
  if (outcome === "succeeded") {
    const paid = { status: "succeeded", captured: true, paid: true, amount_captured: charge.amount } as const;
    const after = changeCharge(bank, charge, paid);
    announce(bank, "charge.succeeded", after);
    follow(bank, after, method);
    succeeded(bank, intent, method, after);
    return;
  }
  const decline = declineOf(outcome);
  const after = changeCharge(bank, charge, {
    status: "failed",
    paid: false,
    failure_code: decline.code,
    failure_message: decline.message,
  });
  announce(bank, "charge.failed", after);
  failed(bank, intent, method, { ...declineFault(decline), charge: after.id });
}

/** Refuses a card that belongs to another customer than the intent's. */
export function checkOwner(method: PaymentMethod, customer: string | null, what: string): void {
  if (method.customer === null || method.customer === customer) return;
  const message =
    customer === null
      ? `The PaymentMethod (${method.id}) belongs to Customer ${method.customer}. Please include the Customer in the \`customer\` parameter on the ${what}.`
      : `The PaymentMethod (${method.id}) does not belong to the Customer you supplied (${customer}). Please use this PaymentMethod with the Customer that it belongs to instead.`;
  throw invalid(message, undefined, "payment_method");
}

/** Returns whether the card's bank requires authentication. */
function wantsCustomer(
  bank: Bank,
  intent: PaymentIntent,
  method: PaymentMethod,
  offSession: boolean,
): boolean {
  const { authentication, setUp } = behindOf(bank, method);
  const asked = intent.payment_method_options.card?.["request_three_d_secure"];
  if (!offSession && (asked === "any" || asked === "challenge")) return true;
  if (authentication === "none") return false;
  return !offSession || authentication === "always" || !setUp;
}

function attempt(
  bank: Bank,
  intent: PaymentIntent,
  method: PaymentMethod,
  occasion: Occasion,
): PaymentIntent {
  const { decline } = behindOf(bank, method);
  const now = new Date(bank.clock.now());
  const reason = isPast(method.card.exp_month, method.card.exp_year, now) ? "expired_card" : decline;
  if (reason !== null) return declined(bank, intent, method, occasion, declineOf(reason));
  return succeeded(bank, intent, method, makeCharge(bank, intent, method, occasion, null));
}

function process(
  bank: Bank,
  intent: PaymentIntent,
  method: PaymentMethod,
  occasion: Occasion,
  seconds: number,
  outcome: string,
): PaymentIntent {
  const charge = makeCharge(bank, intent, method, occasion, null, true);
  putOff(bank, seconds, { what: "settle_charge", of: charge.id, outcome });
  const after = change(bank, intent, {
    payment_method: method.id,
    status: "processing",
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  });
  announce(bank, "payment_intent.processing", after);
  return after;
}

function succeeded(bank: Bank, intent: PaymentIntent, method: PaymentMethod, charge: Charge): PaymentIntent {
  const after = change(bank, intent, {
    payment_method: method.id,
    status: "succeeded",
    amount_received: charge.amount_captured,
    latest_charge: charge.id,
    next_action: null,
    processing: null,
    last_payment_error: null,
    ...(takeMisreport(bank) as Partial<PaymentIntent>),
  });
  const saves = intent.setup_future_usage !== null && intent.customer !== null;
  if (saves && method.customer === null) savePaymentMethod(bank, method, intent.customer as string);
  if (intent.setup_future_usage === "off_session") markCard(bank, method, { setUp: true });
  // Without a customer a card can be used once.
  if (!saves && method.customer === null) markCard(bank, method, { spent: true });
  announce(bank, "payment_intent.succeeded", after);
  return after;
}

function declined(
  bank: Bank,
  intent: PaymentIntent,
  method: PaymentMethod,
  occasion: Occasion,
  decline: Decline,
): never {
  const charge = makeCharge(bank, intent, method, occasion, decline);
  const fault = { ...declineFault(decline), charge: charge.id };
  const after = failed(bank, { ...intent, latest_charge: charge.id }, method, fault);
  throw new DomainError(402, { ...fault, payment_intent: after, payment_method: method }, true);
}

function failed(
  bank: Bank,
  intent: PaymentIntent,
  method: PaymentMethod,
  fault: Omit<LastError, "payment_method" | "doc_url">,
): PaymentIntent {
  const error: LastError = {
    ...fault,
    doc_url: `https://docs.stripe.com/error-codes#${fault.code.replaceAll("_", "-")}`,
    payment_method: method,
  };
  const after = change(bank, intent, {
    payment_method: null,
    status: "requires_payment_method",
    next_action: null,
    processing: null,
    last_payment_error: error,
  });
  announce(bank, "payment_intent.payment_failed", after);
  return after;
}

const authenticationFailure = {
  type: "invalid_request_error",
  code: "payment_intent_authentication_failure",
  message:
    "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
} as const;

/** Changes an intent. */
export function change(bank: Bank, intent: PaymentIntent, to: Partial<PaymentIntent>): PaymentIntent {
  const after: PaymentIntent = { ...intent, ...to };
  bank.store.put("payment_intent", intent.id, after);
  return after;
}

/** Returns the refusal of an action that an intent's state does not allow. */
export function wrongState(intent: PaymentIntent, action: string, allowed: IntentStatus[]): DomainError {
  const message =
    action === "confirm" && intent.status === "succeeded"
      ? "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
      : `You cannot ${action} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be ${action === "cancel" ? "canceled" : `${action}ed`}: ${allowed.join(", ")}.`;
  return unfit(message, "payment_intent_unexpected_state", { payment_intent: intent });
}
