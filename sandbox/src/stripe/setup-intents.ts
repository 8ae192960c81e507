import { announce, type Bank, customerOf, find, mint, random } from "./bank.ts";
import { closeChallenges, openChallenge } from "./challenges.ts";
import { checkOwner } from "./confirm.ts";
import { notBoth, useToken } from "./confirmation-tokens.ts";
import { declineFault, declineOf } from "./declines.ts";
import { takeForced } from "./forced.ts";
import { mergedMetadata, type Params } from "./params.ts";
import {
  behindOf,
  checkUsable,
  isPast,
  markCard,
  resolvePaymentMethod,
  savePaymentMethod,
} from "./payment-methods.ts";
import { DomainError, invalid, unfit } from "./refusal.ts";
import { cardSetupShape, mandateShape } from "./shapes.ts";
import type { IntentStatus, LastError, PaymentMethod, SetupIntent } from "./types.ts";

const confirming = {
  confirmation_token: "text",
  mandate_data: mandateShape,
  payment_method: "text",
  payment_method_options: { card: cardSetupShape },
  return_url: "text",
  use_stripe_sdk: "boolean",
  allowed_payment_method_types: "texts",
} as const;

/** The parameters that create a setup intent. */
export const setupCreateShape = {
  ...confirming,
  automatic_payment_methods: { enabled: "boolean", allow_redirects: ["always", "never"] },
  confirm: "boolean",
  customer: "text",
  description: "text",
  metadata: "metadata",
  usage: ["off_session", "on_session"],
} as const;
/** The parameters of a confirmation. */
export const setupConfirmShape = { ...confirming, client_secret: "text" } as const;
/** The parameters of a cancellation. */
export const setupCancelShape = {
  cancellation_reason: ["abandoned", "duplicate", "requested_by_customer"],
} as const;

const open: IntentStatus[] = ["requires_payment_method", "requires_confirmation", "requires_action"];

/** Creates a setup intent, and confirms it when requested. */
export function createSetup(bank: Bank, params: Params<typeof setupCreateShape>): SetupIntent {
  if (params.confirmation_token !== undefined && params.confirm !== true)
    throw invalid(
      "You can only provide `confirmation_token` when `confirm` is true.",
      undefined,
      "confirmation_token",
    );
  const id = mint("seti");
  const allowed = params.allowed_payment_method_types;
  const automatic = params.automatic_payment_methods;
  const blank: SetupIntent = {
    id,
    object: "setup_intent",
    allowed_payment_method_types: allowed ?? null,
    application: null,
    automatic_payment_methods:
      allowed && !automatic
        ? null
        : { allow_redirects: automatic?.allow_redirects ?? "always", enabled: automatic?.enabled ?? true },
    cancellation_reason: null,
    client_secret: `${id}_secret_${random(31)}`,
    created: bank.clock.seconds(),
    customer: params.customer === undefined ? null : customerOf(bank, params.customer).id,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergedMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        mandate_options: null,
        network: null,
        request_three_d_secure: "automatic",
        ...params.payment_method_options?.card,
      },
    },
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: "requires_payment_method",
    usage: params.usage ?? "off_session",
  };
  const intent = withMethod(bank, blank, params);
  bank.store.put("setup_intent", id, intent);
  announce(bank, "setup_intent.created", intent);
  return params.confirm ? confirm(bank, intent, params, false) : intent;
}

/** Confirms a setup intent. */
export function confirmSetup(
  bank: Bank,
  id: string,
  params: Params<typeof setupConfirmShape>,
  inBrowser: boolean,
): SetupIntent {
  const intent = find<SetupIntent>(bank, "setup_intent", id, "intent");
  if (!open.includes(intent.status)) throw wrongState(intent, "confirm");
  return confirm(bank, withMethod(bank, intent, params), params, inBrowser);
}

/** Cancels a setup intent. */
export function cancelSetup(bank: Bank, id: string, params: Params<typeof setupCancelShape>): SetupIntent {
  const intent = find<SetupIntent>(bank, "setup_intent", id, "intent");
  if (!open.includes(intent.status)) throw wrongState(intent, "cancel");
  closeChallenges(bank, id, "void");
  const reason = params.cancellation_reason ?? null;
  const after = change(bank, intent, { status: "canceled", cancellation_reason: reason, next_action: null });
  announce(bank, "setup_intent.canceled", after);
  return after;
}

/** Ends a challenge. */
export function endSetupChallenge(bank: Bank, id: string, methodId: string, passed: boolean): SetupIntent {
  const intent = find<SetupIntent>(bank, "setup_intent", id);
  const method = find<PaymentMethod>(bank, "payment_method", methodId);
  closeChallenges(bank, id, passed ? "passed" : "failed");
  if (intent.status !== "requires_action") return intent;
  if (passed) return succeeded(bank, intent, method);
  return failed(bank, intent, method, {
    type: "invalid_request_error",
    code: "setup_intent_authentication_failure",
    message:
      "The latest attempt to set up the payment method has failed because authentication failed. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this SetupIntent again.",
  });
}

function withMethod(bank: Bank, intent: SetupIntent, params: Params<typeof confirming>): SetupIntent {
  const { confirmation_token: token, payment_method: given } = params;
  if (token === undefined && given === undefined) return intent;
  if (token !== undefined && given !== undefined) throw notBoth();
  const method =
    token === undefined ? resolvePaymentMethod(bank, given ?? "") : useToken(bank, intent, token);
  checkUsable(bank, method);
  checkOwner(method, intent.customer, "SetupIntent");
  const status = intent.status === "requires_payment_method" ? "requires_confirmation" : intent.status;
  return { ...intent, payment_method: method.id, status };
}

function confirm(
  bank: Bank,
  intent: SetupIntent,
  params: Params<typeof setupConfirmShape>,
  inBrowser: boolean,
): SetupIntent {
  if (intent.payment_method === null) {
    throw invalid(
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
      "setup_intent_unexpected_state",
    );
  }
  const method = find<PaymentMethod>(bank, "payment_method", intent.payment_method);
  const { authentication, decline, saves } = behindOf(bank, method);
  const forced = takeForced(bank, [intent.customer, method.id], false);
  const past = isPast(method.card.exp_month, method.card.exp_year, new Date(bank.clock.now()));
  const reason = forced?.outcome ?? (past ? "expired_card" : saves ? null : decline);
  if (reason !== null) {
    const fault = declineFault(declineOf(reason));
    const after = failed(bank, intent, method, fault);
    throw new DomainError(402, { ...fault, setup_intent: after, payment_method: method }, true);
  }
  const asked = intent.payment_method_options.card?.["request_three_d_secure"];
  if (authentication === "none" && asked !== "any" && asked !== "challenge") {
    return succeeded(bank, intent, method);
  }
  const sdk = params.use_stripe_sdk ?? inBrowser;
  const returnUrl = sdk ? null : (params.return_url ?? null);
  const next = openChallenge(bank, { intent: intent.id, method: method.id, offSession: false, returnUrl });
  const waiting = change(bank, intent, {
    status: "requires_action",
    next_action: next,
    last_setup_error: null,
  });
  announce(bank, "setup_intent.requires_action", waiting);
  return waiting;
}

function succeeded(bank: Bank, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  if (intent.customer !== null && method.customer === null) savePaymentMethod(bank, method, intent.customer);
  if (intent.usage === "off_session") markCard(bank, method, { setUp: true });
  const after = change(bank, intent, {
    status: "succeeded",
    payment_method: method.id,
    next_action: null,
    last_setup_error: null,
    latest_attempt: mint("setatt"),
  });
  announce(bank, "setup_intent.succeeded", after);
  return after;
}

function failed(
  bank: Bank,
  intent: SetupIntent,
  method: PaymentMethod,
  fault: Omit<LastError, "payment_method" | "doc_url">,
): SetupIntent {
  const docUrl = `https://docs.stripe.com/error-codes#${fault.code.replaceAll("_", "-")}`;
  const after = change(bank, intent, {
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    last_setup_error: { ...fault, doc_url: docUrl, payment_method: method },
    latest_attempt: mint("setatt"),
  });
  announce(bank, "setup_intent.setup_failed", after);
  return after;
}

function change(bank: Bank, intent: SetupIntent, to: Partial<SetupIntent>): SetupIntent {
  const after: SetupIntent = { ...intent, ...to };
  bank.store.put("setup_intent", intent.id, after);
  return after;
}

function wrongState(intent: SetupIntent, action: string): DomainError {
  const message = `You cannot ${action} this SetupIntent because it has a status of ${intent.status}.`;
  return unfit(message, "setup_intent_unexpected_state", { setup_intent: intent });
}
