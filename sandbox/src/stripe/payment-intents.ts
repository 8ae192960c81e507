import { announce, type Bank, customerOf, find, random } from "./bank.ts";
import { closeChallenges } from "./challenges.ts";
import { change, checkOwner, confirmIntent, wrongState } from "./confirm.ts";
import { notBoth, useToken } from "./confirmation-tokens.ts";
import { checkAmount, readCurrency } from "./money.ts";
import { mergedMetadata, need, type Params } from "./params.ts";
import { checkUsable, resolvePaymentMethod } from "./payment-methods.ts";
import { invalid } from "./refusal.ts";
import { cardOptionsShape, mandateShape, shippingShape } from "./shapes.ts";
import type { IntentStatus, PaymentIntent, PaymentMethod } from "./types.ts";

const shared = {
  allowed_payment_method_types: "texts",
  capture_method: ["automatic", "automatic_async"],
  excluded_payment_method_types: "texts",
  payment_method: "text",
  payment_method_options: { card: cardOptionsShape },
  receipt_email: "text?",
  setup_future_usage: ["", "off_session", "on_session"],
  shipping: shippingShape,
} as const;
const described = {
  amount: "integer",
  currency: "text",
  customer: "text",
  description: "text?",
  metadata: "metadata",
  statement_descriptor: "text?",
  statement_descriptor_suffix: "text?",
} as const;
const confirming = {
  confirmation_token: "text",
  error_on_requires_action: "boolean",
  mandate_data: mandateShape,
  off_session: "boolean",
  radar_options: { session: "text" },
  return_url: "text",
  use_stripe_sdk: "boolean",
} as const;

/** The parameters that create an intent. */
export const intentCreateShape = {
  ...shared,
  ...described,
  ...confirming,
  automatic_payment_methods: { enabled: "boolean", allow_redirects: ["always", "never"] },
  confirm: "boolean",
  confirmation_method: ["automatic"],
} as const;
/** The parameters that change an intent. */
export const intentUpdateShape = { ...shared, ...described } as const;
/** The parameters of a confirmation. */
export const intentConfirmShape = { ...shared, ...confirming, client_secret: "text" } as const;
/** The parameters of a cancellation. */
export const intentCancelShape = {
  cancellation_reason: ["abandoned", "duplicate", "fraudulent", "requested_by_customer"],
} as const;

/** Creates a payment intent, and confirms it when requested. */
export function createIntent(bank: Bank, params: Params<typeof intentCreateShape>): PaymentIntent {
  const amount = need(params.amount, "amount");
  const currency = readCurrency(need(params.currency, "currency"));
  checkAmount(amount, currency);
  if (params.off_session !== undefined && params.confirm !== true) {
    throw invalid(
      "You can only set `off_session` when also setting `confirm=true`.",
      undefined,
      "off_session",
    );
  }
  const id = `pi_3${random(23)}`;
  const automatic = params.automatic_payment_methods;
  const allowed = params.allowed_payment_method_types;
  const blank: PaymentIntent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: allowed ?? null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods:
      allowed && !automatic
        ? null
        : { allow_redirects: automatic?.allow_redirects ?? "always", enabled: automatic?.enabled ?? true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${random(25)}`,
    confirmation_method: "automatic",
    created: bank.clock.seconds(),
    currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: params.excluded_payment_method_types ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { ...optionsByDefault } },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
  const intent = describe(bank, blank, params);
  bank.store.put("payment_intent", id, intent);
  announce(bank, "payment_intent.created", intent);
  return params.confirm ? confirm(bank, intent, params, false) : intent;
}

/** Changes an intent that is not in progress. */
export function updateIntent(
  bank: Bank,
  id: string,
  params: Params<typeof intentUpdateShape>,
): PaymentIntent {
  const intent = find<PaymentIntent>(bank, "payment_intent", id, "intent");
  const keys = Object.keys(params).filter((name) => name !== "metadata" && name !== "description");
  const done = ["succeeded", "canceled", "processing"].includes(intent.status);
  if (done && keys.length > 0) throw wrongState(intent, "update", open);
  const after = describe(bank, intent, params);
  bank.store.put("payment_intent", id, after);
  return after;
}

/** Confirms an intent. */
export function confirmById(
  bank: Bank,
  id: string,
  params: Params<typeof intentConfirmShape>,
  inBrowser: boolean,
): PaymentIntent {
  const intent = find<PaymentIntent>(bank, "payment_intent", id, "intent");
  if (!open.includes(intent.status)) throw wrongState(intent, "confirm", open);
  return confirm(bank, describe(bank, intent, params), params, inBrowser);
}

/** Cancels an intent, so that no money can move by it. */
export function cancelIntent(
  bank: Bank,
  id: string,
  params: Params<typeof intentCancelShape>,
): PaymentIntent {
  const intent = find<PaymentIntent>(bank, "payment_intent", id, "intent");
  if (!open.includes(intent.status)) throw wrongState(intent, "cancel", [...open, "processing"]);
  closeChallenges(bank, id, "void");
  const after = change(bank, intent, {
    status: "canceled",
    canceled_at: bank.clock.seconds(),
    cancellation_reason: params.cancellation_reason ?? null,
    next_action: null,
  });
  announce(bank, "payment_intent.canceled", after);
  return after;
}

const open: IntentStatus[] = ["requires_payment_method", "requires_confirmation", "requires_action"];
const optionsByDefault = {
  installments: null,
  mandate_options: null,
  network: null,
  request_three_d_secure: "automatic",
};

function confirm(
  bank: Bank,
  described: PaymentIntent,
  params: Params<typeof intentConfirmShape>,
  inBrowser: boolean,
): PaymentIntent {
  const intent = withToken(bank, described, params);
  if (intent.payment_method === null) {
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      "payment_intent_unexpected_state",
    );
  }
  const automatic = intent["automatic_payment_methods"] as {
    enabled: boolean;
    allow_redirects: string;
  } | null;
  const redirects = automatic?.enabled === true && automatic.allow_redirects === "always";
  if (redirects && !inBrowser && params.return_url === undefined && params.use_stripe_sdk !== true) {
    throw invalid(
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.",
      undefined,
      "return_url",
    );
  }
  return confirmIntent(bank, intent, {
    method: find<PaymentMethod>(bank, "payment_method", intent.payment_method),
    offSession: params.off_session ?? false,
    returnUrl: params.return_url ?? null,
    useStripeSdk: params.use_stripe_sdk ?? inBrowser,
    errorOnAction: params.error_on_requires_action ?? false,
  });
}

/** Returns an intent with the payment method of its confirmation token, which is used up by that. */
function withToken(
  bank: Bank,
  intent: PaymentIntent,
  { confirmation_token: token, payment_method: method }: Params<typeof intentConfirmShape>,
): PaymentIntent {
  if (token === undefined) return intent;
  if (method !== undefined) throw notBoth();
  return { ...intent, payment_method: useToken(bank, intent, token).id };
}

/** Builds an intent from its parameters without storing it. */
function describe(
  bank: Bank,
  intent: PaymentIntent,
  params: Params<typeof intentUpdateShape>,
): PaymentIntent {
  const { customer, payment_method: given, setup_future_usage: usage } = params;
  const after: PaymentIntent = { ...intent };
  if (params.currency !== undefined) after.currency = readCurrency(params.currency);
  after.amount = params.amount ?? intent.amount;
  checkAmount(after.amount, after.currency);
  if (customer !== undefined) after.customer = customerOf(bank, customer).id;
  if (usage !== undefined) after.setup_future_usage = usage === "" ? null : usage;
  if (params.capture_method) after.capture_method = params.capture_method;
  if (params.shipping) after.shipping = params.shipping;
  if (params.allowed_payment_method_types) {
    after["allowed_payment_method_types"] = params.allowed_payment_method_types;
  }
  const { card } = params.payment_method_options ?? {};
  if (card) after.payment_method_options = { card: { ...intent.payment_method_options.card, ...card } };
  after.metadata = mergedMetadata(intent.metadata, params.metadata);
  const texts = [
    "description",
    "receipt_email",
    "statement_descriptor",
    "statement_descriptor_suffix",
  ] as const;
  for (const name of texts) if (params[name] !== undefined) after[name] = params[name] || null;
  if (given === undefined) return after;
  const method = resolvePaymentMethod(bank, given);
  checkUsable(bank, method);
  checkOwner(method, after.customer, "PaymentIntent");
  after.payment_method = method.id;
  if (after.status === "requires_payment_method") after.status = "requires_confirmation";
  return after;
}

/** Returns the fields of an intent that a browser may see, with the publishable key and the intent's client secret. */
export function forBrowser(intent: PaymentIntent): Record<string, unknown> {
  const names =
    `id object amount amount_details automatic_payment_methods canceled_at cancellation_reason capture_method
    client_secret confirmation_method created currency description last_payment_error livemode next_action payment_method
    payment_method_configuration_details payment_method_types processing receipt_email setup_future_usage shipping source
    status`.split(/\s+/);
  return Object.fromEntries(names.map((name) => [name, intent[name]]));
}
