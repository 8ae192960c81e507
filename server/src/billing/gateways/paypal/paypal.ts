import type * as z from "zod";
import type { PayPalSettings } from "#platform/gateway-settings";
import type { Log } from "#platform/log";
import {
  type AcceptInput,
  type ChargeInput,
  type CreateInput,
  type EvidenceInput,
  type Gateway,
  GatewayRefused,
  GatewayUnknown,
  type RefundInput,
  type Snapshot,
} from "../../records/gateway.ts";
import { paypalBooks } from "./books.ts";
import { type AskPayPal, openClient, PayPalRefused } from "./client.ts";
import { disputeOf } from "./dispute.ts";
import { listHints, openVerification } from "./hints.ts";
import { declineOf } from "./issues.ts";
import { DisputeObject, OrderObject, RefundObject, TokenObject } from "./objects.ts";
import { moneyOf, orderBodyOf, savedAccount } from "./order-body.ts";
import { savedCharges } from "./saved.ts";
import { paypalSetups } from "./setups.ts";
import { instrumentOfToken, refundOf, snapshotOf } from "./snapshot.ts";

type Api = { ask: AskPayPal; live: boolean; installation: string | undefined };

/**
 * Opens PayPal (R6). It uses plain REST: PayPal's SDK cannot be pointed at another host, and does not support
 * webhooks.
 */
export function openPayPal(
  settings: PayPalSettings,
  options: { log: Log; installation?: string; timeoutMs?: number },
): Gateway {
  const ask = openClient(settings, options.timeoutMs);
  const api: Api = { ask, live: settings.live, installation: options.installation };
  const rules = { ask, webhookId: settings.webhookId, certOrigins: certOriginsOf(settings) };
  return {
    name: "paypal",
    live: settings.live,
    country: settings.country,
    // PayPal creates one itself when it saves an account.
    customer: async () => null,
    create: (input) => create(api, input),
    fetchPayment: (remoteId) => fetchPayment(api, remoteId),
    charge: (input) => charge(api, input),
    cancel: (remoteId) => cancel(api, remoteId),
    saved: settings.vaultCharge === "create" ? savedCharges(api) : null,
    books: paypalBooks(ask),
    setups: paypalSetups(ask),
    refund: (input) => refund(api, input),
    async fetchRefund(remoteId) {
      const read = await ask({ method: "GET", path: `/v2/payments/refunds/${segment(remoteId)}` });
      return refundOf(parsed(RefundObject, read));
    },
    forget: (token) => forget(api, token),
    fetchInstrument: (token) => fetchInstrument(api, token),
    fetchDispute: (remoteId) => fetchDispute(api, remoteId),
    sendEvidence: (input) => sendEvidence(api, input),
    acceptDispute: (input) => acceptDispute(api, input),
    fetchWarning: async () => null,
    verify: openVerification(rules),
    events: (since) => listHints(ask, since),
  };
}

/** Returns the origins of PayPal's certificates; a simulator serves its own. */
function certOriginsOf({ apiUrl }: PayPalSettings): string[] {
  if (apiUrl.host === "api-m.paypal.com") return ["https://api.paypal.com"];
  if (apiUrl.host === "api-m.sandbox.paypal.com") return ["https://api.sandbox.paypal.com"];
  return [apiUrl.origin];
}

async function create({ ask, live, installation }: Api, input: CreateInput): Promise<Snapshot> {
  const order = await ask({
    method: "POST",
    path: "/v2/checkout/orders",
    key: input.key,
    body: JSON.stringify(orderBodyOf(input, { installation })),
  });
  return snapshotOf(parsed(OrderObject, order), { live, installation });
}

async function fetchPayment({ ask, live, installation }: Api, remoteId: string): Promise<Snapshot> {
  const order = await ask({ method: "GET", path: `/v2/checkout/orders/${segment(remoteId)}` });
  return snapshotOf(parsed(OrderObject, order), { live, installation });
}

async function charge(api: Api, { remoteId, key, initiator, token }: ChargeInput): Promise<Snapshot> {
  try {
    await api.ask({
      method: "POST",
      path: `/v2/checkout/orders/${segment(remoteId)}/capture`,
      key,
      ...(initiator === "merchant" && token !== null
        ? { body: JSON.stringify({ payment_source: { paypal: savedAccount(token) } }) }
        : {}),
    });
  } catch (error) {
    if (!(error instanceof PayPalRefused)) throw error;
    return refused(api, remoteId, error);
  }
  // The response lacks our ids; the order has them.
  return fetchPayment(api, remoteId);
}

/** Returns the order after a refusal: declined, waiting for approval, or captured by an earlier request. */
async function refused(api: Api, remoteId: string, refusal: PayPalRefused): Promise<Snapshot> {
  const { issues } = refusal;
  const snapshot = await fetchPayment(api, remoteId);
  if (issues.includes("ORDER_ALREADY_CAPTURED") || snapshot.state === "succeeded") return snapshot;
  const decline = declineOf(issues);
  if (!decline) throw refusal;
  return snapshot.state === "cancelled"
    ? { ...snapshot, decline }
    : { ...snapshot, state: "declined", decline };
}

/**
 * Returns the order as cancelled. PayPal has no such call and needs none: money moves only when we capture,
 * which we then never do.
 */
async function cancel(api: Api, remoteId: string): Promise<Snapshot> {
  const snapshot = await fetchOrGone(api, remoteId);
  if (snapshot.state === "succeeded" || snapshot.state === "pending") return snapshot;
  return { ...snapshot, state: "cancelled", next: null };
}

/** Fetches an order; throws `gone` if PayPal deleted it, as it does with orders that were not approved. */
async function fetchOrGone(api: Api, remoteId: string): Promise<Snapshot> {
  try {
    return await fetchPayment(api, remoteId);
  } catch (error) {
    if (error instanceof PayPalRefused && isGone(error))
      throw new GatewayRefused("gone", "PayPal forgot an order");
    throw error;
  }
}

async function refund({ ask }: Api, input: RefundInput) {
  const answer = await ask({
    method: "POST",
    path: `/v2/payments/captures/${segment(input.captureRemoteId)}/refund`,
    key: input.key,
    body: JSON.stringify({ amount: moneyOf(input), custom_id: input.refundId }),
  });
  const read = refundOf(parsed(RefundObject, answer));
  return { ...read, refundId: input.refundId };
}

async function forget({ ask }: Api, token: string): Promise<void> {
  try {
    await ask({ method: "DELETE", path: `/v3/vault/payment-tokens/${segment(token)}` });
  } catch (error) {
    // Deleted before: by an earlier attempt, or by its owner at PayPal.
    if (!(error instanceof PayPalRefused && isGone(error))) throw error;
  }
}

async function fetchInstrument({ ask }: Api, token: string) {
  try {
    const read = await ask({ method: "GET", path: `/v3/vault/payment-tokens/${segment(token)}` });
    return instrumentOfToken(parsed(TokenObject, read));
  } catch (error) {
    if (error instanceof PayPalRefused && isGone(error)) return null;
    throw error;
  }
}

async function fetchDispute(api: Api, paymentRemoteId: string) {
  const { captures } = await fetchPayment(api, paymentRemoteId);
  const [capture] = captures;
  if (!capture) return null;
  const query = new URLSearchParams({ disputed_transaction_id: capture.remoteId });
  const list = (await api.ask({ method: "GET", path: `/v1/customer/disputes?${query.toString()}` })) as {
    items?: { dispute_id?: unknown }[];
  };
  const id = list.items?.[0]?.dispute_id;
  if (typeof id !== "string") return null;
  const whole = await api.ask({ method: "GET", path: `/v1/customer/disputes/${segment(id)}` });
  return disputeOf(parsed(DisputeObject, whole));
}

/** Sends notes without a file. PayPal takes a form here, whose part `input` is JSON. */
async function sendEvidence({ ask }: Api, { key, disputeId, texts }: EvidenceInput): Promise<void> {
  const { notes } = texts;
  const input = JSON.stringify({ evidences: [{ evidence_type: "OTHER", notes }] });
  const path = `/v1/customer/disputes/${segment(disputeId)}/provide-evidence`;
  await ask({ method: "POST", path, key, form: { name: "input", json: input } });
}

/** Accepts the claim: PayPal refunds the buyer from our balance. */
async function acceptDispute({ ask }: Api, { key, disputeId }: AcceptInput): Promise<void> {
  const path = `/v1/customer/disputes/${segment(disputeId)}/accept-claim`;
  const json = JSON.stringify({ accept_claim_type: "REFUND" });
  await ask({ method: "POST", path, key, form: { name: "input", json } });
}

function isGone({ issues }: PayPalRefused): boolean {
  return issues.some((issue) =>
    /^(RESOURCE_NOT_FOUND|INVALID_RESOURCE_ID|TOKEN_NOT_FOUND|TOKEN_ID_NOT_FOUND)$/.test(issue),
  );
}

/** Escapes an id as a path segment: ids from requests must not change the path. */
function segment(id: string): string {
  return encodeURIComponent(id);
}

function parsed<T extends z.ZodType>(shape: T, answer: unknown): z.infer<T> {
  const read = shape.safeParse(answer);
  if (!read.success) throw new GatewayUnknown("PayPal's answer makes no sense");
  return read.data;
}
