import { accountOf, balanceOf } from "./account.ts";
import { rowNow } from "./balance.ts";
import { type Bank, find } from "./bank.ts";
import { changeCharge } from "./charges.ts";
import {
  createTestToken,
  createWalletToken,
  testTokenShape,
  walletTokenShape,
} from "./confirmation-tokens.ts";
import {
  createCustomer,
  customerCreateShape,
  customerUpdateShape,
  deleteCustomer,
  updateCustomer,
} from "./customers.ts";
import { closeDispute } from "./disputes.ts";
import { eventListShape, getEvent, listEvents } from "./events.ts";
import { disputeUpdateShape, updateDispute } from "./evidence.ts";
import type { Tree } from "./form.ts";
import { listPage, listShape } from "./lists.ts";
import { mergedMetadata, readParams, type Shape } from "./params.ts";
import {
  cancelIntent,
  confirmById,
  createIntent,
  forBrowser,
  intentCancelShape,
  intentConfirmShape,
  intentCreateShape,
  intentUpdateShape,
  updateIntent,
} from "./payment-intents.ts";
import {
  createDomain,
  domainCreateShape,
  domainUpdateShape,
  updateDomain,
  validateDomain,
} from "./payment-method-domains.ts";
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
  listingOf,
  methodCreateShape,
  methodUpdateShape,
  updatePaymentMethod,
} from "./payment-methods.ts";
import { balanceListShape, createPayout, listRows, payoutCreateShape } from "./payouts.ts";
import { createRefund, refundCreateShape, refundUpdateShape, updateRefund } from "./refunds.ts";
import { DomainError } from "./refusal.ts";
import {
  cancelSetup,
  confirmSetup,
  createSetup,
  setupCancelShape,
  setupConfirmShape,
  setupCreateShape,
} from "./setup-intents.ts";
import type { BalanceTransaction, Charge, PaymentIntent, PaymentMethod, SetupIntent } from "./types.ts";
import {
  createEndpoint,
  deleteEndpoint,
  endpointCreateShape,
  endpointUpdateShape,
  updateEndpoint,
} from "./webhook-endpoints.ts";

/** One call of the API after the common checks. */
export interface Call {
  bank: Bank;
  /** The ids in the path. */
  ids: string[];
  sent: Tree;
  /** Whether it has the secret key; the publishable key allows only a few calls. */
  secret: boolean;
}

/** The handler of a call, and whether the publishable key is enough for it. */
export interface Route {
  method: "GET" | "POST" | "DELETE";
  path: RegExp;
  browser: boolean;
  answer(call: Call): object;
}

function route<const S extends Shape>(
  requestLine: string,
  shape: S,
  answer: (call: Call, params: ReturnType<typeof readParams<S>>, id: string) => object,
  browser = false,
): Route {
  const [method, path = ""] = requestLine.split(" ");
  return {
    method: method as Route["method"],
    path: new RegExp(`^${path.replaceAll(":id", "([^/]+)")}$`),
    browser,
    answer: (call) => answer(call, readParams(call.sent, shape), call.ids[0] ?? ""),
  };
}

/** Returns the route that lists objects of one kind, all or those of one parent. */
function list(requestLine: string, kind: string, by: Record<string, string> = {}): Route {
  const filters = Object.fromEntries(Object.keys(by).map((name) => [name, "text"])) as Record<string, "text">;
  return route(requestLine, { ...listShape, ...filters }, ({ bank, sent }) => {
    const keep = (thing: { id: string; created: number; deleted?: true } & Record<string, unknown>) =>
      !thing.deleted &&
      Object.entries(by).every(([name, field]) => sent[name] === undefined || thing[field] === sent[name]);
    return listPage(bank.store, { kind, keep }, requestLine.split(" ")[1] ?? "", sent);
  });
}

function get(requestLine: string, kind: string): Route {
  return route(requestLine, {}, ({ bank }, _, id) => find<object>(bank, kind, id));
}

const clientSecret = { client_secret: "text" } as const;

/** Returns an intent, which a browser may see only with its client secret. */
function openTo<T extends PaymentIntent | SetupIntent>(
  { bank, secret, sent }: Call,
  kind: string,
  id: string,
): T {
  const intent = find<T>(bank, kind, id, "intent");
  if (secret || sent["client_secret"] === intent.client_secret) return intent;
  const title = kind === "payment_intent" ? "PaymentIntent" : "SetupIntent";
  throw new DomainError(400, {
    type: "invalid_request_error",
    code: `${kind}_invalid_parameter`,
    param: "client_secret",
    message: `The client_secret provided does not match any associated ${title} on this account. Ensure the publishable key used belongs to the same account that created the ${title}.`,
  });
}

const shown = ({ secret }: Call, intent: PaymentIntent): object => (secret ? intent : forBrowser(intent));

/** Every supported call. */
export const routes: Route[] = [
  route("POST /v1/customers", customerCreateShape, ({ bank }, params) => createCustomer(bank, params)),
  list("GET /v1/customers", "customer", { email: "email" }),
  get("GET /v1/customers/:id", "customer"),
  route("POST /v1/customers/:id", customerUpdateShape, ({ bank }, params, id) =>
    updateCustomer(bank, id, params),
  ),
  route("DELETE /v1/customers/:id", {}, ({ bank }, _, id) => deleteCustomer(bank, id)),
  route("GET /v1/customers/:id/payment_methods", { ...listShape, type: "text" }, ({ bank, sent }, _, id) =>
    listPage(bank.store, listingOf(id), `/v1/customers/${id}/payment_methods`, sent),
  ),

  route(
    "POST /v1/payment_methods",
    methodCreateShape,
    ({ bank, secret }, params) => createPaymentMethod(bank, params, !secret),
    true,
  ),
  route(
    "GET /v1/payment_methods",
    { ...listShape, type: "text", customer: "text" },
    ({ bank, sent }, params) =>
      listPage(bank.store, listingOf(params.customer ?? ""), "/v1/payment_methods", sent),
  ),
  get("GET /v1/payment_methods/:id", "payment_method"),
  route("POST /v1/payment_methods/:id", methodUpdateShape, ({ bank }, params, id) =>
    updatePaymentMethod(bank, id, params),
  ),
  route("POST /v1/payment_methods/:id/attach", { customer: "text" }, ({ bank }, { customer }, id) =>
    attachPaymentMethod(bank, id, customer ?? ""),
  ),
  route("POST /v1/payment_methods/:id/detach", {}, ({ bank }, _, id) =>
    detachPaymentMethod(bank, find<PaymentMethod>(bank, "payment_method", id)),
  ),

  route("POST /v1/payment_intents", intentCreateShape, ({ bank }, params) => createIntent(bank, params)),
  list("GET /v1/payment_intents", "payment_intent", { customer: "customer" }),
  route(
    "GET /v1/payment_intents/:id",
    clientSecret,
    (call, _, id) => shown(call, openTo(call, "payment_intent", id)),
    true,
  ),
  route("POST /v1/payment_intents/:id", intentUpdateShape, ({ bank }, params, id) =>
    updateIntent(bank, id, params),
  ),
  route(
    "POST /v1/payment_intents/:id/confirm",
    intentConfirmShape,
    (call, params, id) => {
      openTo(call, "payment_intent", id);
      return shown(call, confirmById(call.bank, id, params, !call.secret));
    },
    true,
  ),
  route("POST /v1/payment_intents/:id/cancel", intentCancelShape, ({ bank }, params, id) =>
    cancelIntent(bank, id, params),
  ),

  route("POST /v1/test_helpers/confirmation_tokens", testTokenShape, ({ bank }, params) =>
    createTestToken(bank, params),
  ),
  get("GET /v1/confirmation_tokens/:id", "confirmation_token"),
  // Undocumented: only the sheet of a wallet creates one, from its own origin.
  route(
    "POST /v1/confirmation_tokens",
    walletTokenShape,
    ({ bank }, params) => createWalletToken(bank, params),
    true,
  ),

  route("POST /v1/setup_intents", setupCreateShape, ({ bank }, params) => createSetup(bank, params)),
  list("GET /v1/setup_intents", "setup_intent", { customer: "customer", payment_method: "payment_method" }),
  route(
    "GET /v1/setup_intents/:id",
    clientSecret,
    (call, _, id) => openTo<SetupIntent>(call, "setup_intent", id),
    true,
  ),
  route(
    "POST /v1/setup_intents/:id/confirm",
    setupConfirmShape,
    (call, params, id) => {
      openTo(call, "setup_intent", id);
      return confirmSetup(call.bank, id, params, !call.secret);
    },
    true,
  ),
  route("POST /v1/setup_intents/:id/cancel", setupCancelShape, ({ bank }, params, id) =>
    cancelSetup(bank, id, params),
  ),

  list("GET /v1/charges", "charge", { customer: "customer", payment_intent: "payment_intent" }),
  get("GET /v1/charges/:id", "charge"),
  route(
    "POST /v1/charges/:id",
    { metadata: "metadata", description: "text?" },
    ({ bank }, { metadata, description }, id) => {
      const charge = find<Charge>(bank, "charge", id);
      const said = description === undefined ? charge["description"] : description || null;
      return changeCharge(bank, charge, {
        metadata: mergedMetadata(charge.metadata, metadata),
        description: said,
      });
    },
  ),

  route("POST /v1/refunds", refundCreateShape, ({ bank }, params) => createRefund(bank, params)),
  list("GET /v1/refunds", "refund", { charge: "charge", payment_intent: "payment_intent" }),
  get("GET /v1/refunds/:id", "refund"),
  route("POST /v1/refunds/:id", refundUpdateShape, ({ bank }, params, id) => updateRefund(bank, id, params)),

  list("GET /v1/disputes", "dispute", { charge: "charge", payment_intent: "payment_intent" }),
  get("GET /v1/disputes/:id", "dispute"),
  route("POST /v1/disputes/:id", disputeUpdateShape, ({ bank }, params, id) =>
    updateDispute(bank, id, params),
  ),
  route("POST /v1/disputes/:id/close", {}, ({ bank }, _, id) => closeDispute(bank, id, "lost")),
  list("GET /v1/radar/early_fraud_warnings", "radar.early_fraud_warning", {
    charge: "charge",
    payment_intent: "payment_intent",
  }),
  get("GET /v1/radar/early_fraud_warnings/:id", "radar.early_fraud_warning"),

  route("GET /v1/balance_transactions", balanceListShape, ({ bank, sent }, params) =>
    listRows(bank, params, sent),
  ),
  route("GET /v1/balance_transactions/:id", {}, ({ bank }, _, id) =>
    rowNow(bank, find<BalanceTransaction>(bank, "balance_transaction", id)),
  ),
  route("POST /v1/payouts", payoutCreateShape, ({ bank }, params) => createPayout(bank, params)),
  list("GET /v1/payouts", "payout", { status: "status" }),
  get("GET /v1/payouts/:id", "payout"),

  route("GET /v1/events", eventListShape, ({ bank, sent }, params) => listEvents(bank, params, sent)),
  route("GET /v1/events/:id", {}, ({ bank }, _, id) => getEvent(bank, id)),

  route("GET /v1/account", {}, ({ bank }) => accountOf(bank)),
  route("GET /v1/balance", {}, ({ bank }) => balanceOf(bank)),

  route("POST /v1/webhook_endpoints", endpointCreateShape, ({ bank }, params) =>
    createEndpoint(bank, params),
  ),
  list("GET /v1/webhook_endpoints", "webhook_endpoint"),
  get("GET /v1/webhook_endpoints/:id", "webhook_endpoint"),
  route("POST /v1/webhook_endpoints/:id", endpointUpdateShape, ({ bank }, params, id) =>
    updateEndpoint(bank, id, params),
  ),
  route("POST /v1/payment_method_domains", domainCreateShape, ({ bank }, params) =>
    createDomain(bank, params),
  ),
  list("GET /v1/payment_method_domains", "payment_method_domain", { domain_name: "domain_name" }),
  get("GET /v1/payment_method_domains/:id", "payment_method_domain"),
  route("POST /v1/payment_method_domains/:id", domainUpdateShape, ({ bank }, params, id) =>
    updateDomain(bank, id, params),
  ),
  route("POST /v1/payment_method_domains/:id/validate", {}, ({ bank }, _, id) => validateDomain(bank, id)),
  route("DELETE /v1/webhook_endpoints/:id", {}, ({ bank }, _, id) => deleteEndpoint(bank, id)),
];
