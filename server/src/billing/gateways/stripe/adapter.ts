import Stripe from "stripe";
import type { StripeSettings } from "#platform/gateway-settings";
import type { Log } from "#platform/log";
import {
  type ChargeInput,
  type CreateInput,
  type Gateway,
  GatewayRefused,
  type RefundInput,
  type RemoteRefund,
  type Snapshot,
} from "../../records/gateway.ts";
import { stripeAmountOf } from "../../records/gateway-amounts.ts";
import { metadataOf } from "../../records/risk-facts.ts";
import { stripeBooks } from "./books.ts";
import { makeCustomer } from "./customer.ts";
import { declineOf } from "./declines.ts";
import { ask, askToCharge, type CardError, isCardError } from "./faults.ts";
import { listHints, readWebhook } from "./hints.ts";
import { stripeSetups } from "./setups.ts";
import { disputeOf, type Mark, refundOf, savedCard, snapshotOf } from "./snapshot.ts";
import { tokenOf } from "./token.ts";

/** A page waits 20 seconds for its answer, so Stripe must answer before. */
const DEFAULT_TIMEOUT_MS = 18_000;

/** Included with a payment: the gateway's fee and the card. */
const expand = ["latest_charge.balance_transaction", "payment_method"];

type Api = { stripe: Stripe; mark: Mark; log: Log };

/**
 * Opens Stripe through its SDK. Retries are ours, except that the SDK repeats a request once after a closed
 * connection. Every POST carries an idempotency key, so that repeat is harmless.
 */
export function openAdapter(
  settings: StripeSettings,
  {
    log,
    live,
    installation,
    timeoutMs = DEFAULT_TIMEOUT_MS,
  }: { log: Log; live: boolean; installation?: string; timeoutMs?: number },
): Omit<Gateway, "name" | "live" | "country" | "saved"> {
  // The SDK's notices about test mode are for developers, not for an operator's log.
  process.env["STRIPE_SUPPRESS_NOTICES"] ??= "true";
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    ...hostOf(settings.apiUrl),
  });
  const mark: Mark = {
    app: "cliffhanger",
    env: live ? "live" : "test",
    ...(installation === undefined ? {} : { installation }),
  };
  const api: Api = { stripe, mark, log };
  return {
    customer: (input) => makeCustomer(api, input),
    create: (input) => create(api, input),
    fetchPayment: (remoteId) => fetchPayment(api, remoteId),
    charge: (input) => charge(api, input),
    cancel: (remoteId, key) => cancel(api, remoteId, key),
    books: stripeBooks(stripe, mark),
    setups: stripeSetups({ stripe, mark }),
    refund: (input) => refund(api, input),
    async fetchRefund(remoteId) {
      return refundOf(await ask("refund", () => stripe.refunds.retrieve(remoteId)), mark);
    },
    forget: (token) => forget(api, token),
    async fetchInstrument(token) {
      const card = await findCard(api, token);
      return card?.reusable === true ? card : null;
    },
    async fetchDispute(paymentRemoteId) {
      const list = await ask("list", () =>
        stripe.disputes.list({ payment_intent: paymentRemoteId, limit: 1 }),
      );
      const [newest] = list.data;
      return newest ? disputeOf(newest) : null;
    },
    async sendEvidence({ key, disputeId, texts }) {
      await ask("dispute", () =>
        stripe.disputes.update(disputeId, { evidence: texts, submit: true }, { idempotencyKey: key }),
      );
    },
    async acceptDispute({ key, disputeId }) {
      await ask("dispute", () => stripe.disputes.close(disputeId, {}, { idempotencyKey: key }));
    },
    async fetchWarning(paymentRemoteId) {
      const list = await ask("list", () =>
        stripe.radar.earlyFraudWarnings.list({ payment_intent: paymentRemoteId, limit: 1 }),
      );
      const [newest] = list.data;
      return newest ? { isActionable: newest.actionable } : null;
    },
    async verify(raw, headers, now) {
      return readWebhook({ stripe, secrets: settings.webhookSecrets, mark }, raw, headers, now);
    },
    events: (since) => listHints(stripe, mark, since),
  };
}

/** Returns the address of the API, if it is not Stripe's own. */
function hostOf(url: URL | null) {
  if (url === null) return {};
  const protocol = url.protocol === "http:" ? ("http" as const) : ("https" as const);
  return { host: url.hostname, port: url.port || (protocol === "http" ? 80 : 443), protocol };
}

/** The parameters that make a card chargeable later, without the customer. */
const reusableCard = {
  setup_future_usage: "off_session",
  payment_method_options: { card: { setup_credential_usage: "recurring" } },
} as const;
/** The parameters that keep a card for payments that its owner confirms. */
const keptCard = { setup_future_usage: "on_session" } as const;

/** The parameters by which the bank authenticates its customer even where it need not. */
const authenticated = (input: ChargeInput) => ({
  payment_method_options: {
    card: {
      ...(input.saveInstrument && input.usage !== "on_session"
        ? reusableCard.payment_method_options.card
        : {}),
      request_three_d_secure: "any" as const,
    },
  },
});

const savingOf = ({ usage }: Pick<ChargeInput, "usage">) =>
  usage === "on_session" ? keptCard : reusableCard;

async function create({ stripe, mark }: Api, input: CreateInput): Promise<Snapshot> {
  const intent = await ask("payment_intent", () =>
    stripe.paymentIntents.create(
      {
        amount: stripeAmountOf(input.amount, input.currency),
        currency: input.currency.toLowerCase(),
        // As the wallet buttons of the page are opened for; a wallet's card is a card.
        allowed_payment_method_types: ["card", "link"],
        // Stripe's default captures asynchronously, and the first fetch would lack the fee.
        capture_method: "automatic",
        description: input.description,
        metadata: {
          ...mark,
          order_id: input.orderId,
          payment_id: input.paymentId,
          order_number: input.orderNumber,
          ...(input.sale ? { sale: input.sale } : {}),
          ...(input.facts ? metadataOf(input.facts) : {}),
        },
        ...(input.customer === null ? {} : { customer: input.customer }),
        ...(input.saveInstrument ? savingOf(input) : {}),
      },
      { idempotencyKey: input.key },
    ),
  );
  return snapshotOf(intent, mark);
}

async function fetchPayment({ stripe, mark, log }: Api, remoteId: string): Promise<Snapshot> {
  const intent = await ask("payment_intent", () => stripe.paymentIntents.retrieve(remoteId, { expand }));
  if (intent.status === "requires_capture")
    log.error(
      { remoteId },
      "Payment waits for a capture, which we never request; check it in Stripe's dashboard",
    );
  if (intent.status !== "succeeded") return snapshotOf(intent, mark);
  return snapshotOf(intent, mark, await listRefunds({ stripe, mark }, remoteId));
}

async function listRefunds({ stripe, mark }: Pick<Api, "stripe" | "mark">, remoteId: string) {
  const refunds: RemoteRefund[] = [];
  let after: string | undefined;
  do {
    const page = await ask("list", () =>
      stripe.refunds.list({
        payment_intent: remoteId,
        limit: 100,
        ...(after === undefined ? {} : { starting_after: after }),
      }),
    );
    refunds.push(...page.data.map((refund) => refundOf(refund, mark)));
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after !== undefined);
  return refunds;
}

async function charge(api: Api, input: ChargeInput): Promise<Snapshot> {
  const { stripe, mark } = api;
  if (input.token === null) throw new GatewayRefused("no_instrument", "Nothing to charge was given");
  const initiatorParams =
    input.initiator === "customer"
      ? // The page handles the bank's authentication itself, and redirects only if it must.
        {
          return_url: input.returnUrl,
          use_stripe_sdk: true,
          // An earlier try with the same object may have asked to keep its card.
          ...(input.saveInstrument ? savingOf(input) : { setup_future_usage: "" as const }),
          ...(input.authenticate ? authenticated(input) : {}),
        }
      : {
          off_session: true,
          payment_method_options: { card: { stored_credential_usage: "recurring" as const } },
        };
  const params = { ...tokenOf(input.token), expand, ...initiatorParams };
  try {
    if (input.customer || input.facts) await describe(api, input);
    const answer = await askToCharge(() =>
      stripe.paymentIntents.confirm(input.remoteId, params, { idempotencyKey: input.key }),
    );
    return isCardError(answer) ? await declined(api, input.remoteId, answer) : snapshotOf(answer, mark);
  } catch (error) {
    return resolveUnexpectedState(api, input.remoteId, error);
  }
}

/**
 * Changes an object before it is charged. A card that is kept, or was kept, belongs to a customer, whom the object must name; fraud
 * rules read its metadata.
 */
async function describe({ stripe }: Api, { remoteId, customer, facts, key }: ChargeInput): Promise<void> {
  const changes = {
    ...(customer ? { customer } : {}),
    ...(facts ? { metadata: metadataOf(facts) } : {}),
  };
  await ask("payment_intent", () =>
    stripe.paymentIntents.update(remoteId, changes, { idempotencyKey: `${key}:describe` }),
  );
}

/** Returns the payment after a decline; Stripe usually includes it in the error. */
async function declined(api: Api, remoteId: string, error: CardError): Promise<Snapshot> {
  const { payment_intent: sent } = error;
  const snapshot = sent?.id === remoteId ? snapshotOf(sent, api.mark) : await fetchPayment(api, remoteId);
  return snapshot.state === "open" ? { ...snapshot, state: "declined", decline: declineOf(error) } : snapshot;
}

async function cancel(api: Api, remoteId: string, key: string): Promise<Snapshot> {
  try {
    const intent = await ask("payment_intent", () =>
      api.stripe.paymentIntents.cancel(
        remoteId,
        { cancellation_reason: "abandoned", expand },
        { idempotencyKey: key },
      ),
    );
    return snapshotOf(intent, api.mark);
  } catch (error) {
    return resolveUnexpectedState(api, remoteId, error);
  }
}

/** If Stripe answers that the payment is already past this step, returns its current state. */
async function resolveUnexpectedState(api: Api, remoteId: string, error: unknown): Promise<Snapshot> {
  if (error instanceof GatewayRefused && error.code === "payment_intent_unexpected_state") {
    const snapshot = await fetchPayment(api, remoteId);
    if (snapshot.state !== "open" && snapshot.state !== "declined") return snapshot;
  }
  throw error;
}

async function refund({ stripe, mark }: Api, input: RefundInput): Promise<RemoteRefund> {
  const made = await ask("refund", () =>
    stripe.refunds.create(
      {
        charge: input.captureRemoteId,
        amount: stripeAmountOf(input.amount, input.currency),
        metadata: { ...mark, refund_id: input.refundId },
      },
      { idempotencyKey: input.key },
    ),
  );
  return refundOf(made, mark);
}

async function forget(api: Api, token: string): Promise<void> {
  try {
    await ask("payment_method", () =>
      api.stripe.paymentMethods.detach(token, {}, { idempotencyKey: `forget_${token}` }),
    );
  } catch (error) {
    // Detached before: by an earlier attempt, or in the dashboard.
    if (!(error instanceof GatewayRefused)) throw error;
    const card = await findCard(api, token);
    if (card?.reusable === true) throw error;
  }
}

async function findCard({ stripe }: Api, token: string) {
  try {
    return savedCard(await ask("payment_method", () => stripe.paymentMethods.retrieve(token)));
  } catch (error) {
    if (error instanceof GatewayRefused && error.code === "resource_missing") return null;
    throw error;
  }
}
