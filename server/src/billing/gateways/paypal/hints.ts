import { openAdmission, openSlots } from "#platform/slots";
import {
  type Gateway,
  GatewayBusy,
  GatewayRefused,
  GatewayUnknown,
  type Hint,
} from "../../records/gateway.ts";
import type { AskPayPal } from "./client.ts";
import { disputeStateOf } from "./dispute.ts";
import { CaptureObject, DisputeObject, EventObject } from "./objects.ts";
import { captureIdOf } from "./snapshot.ts";

const objectId = /^[A-Za-z0-9_-]{1,64}$/;
const nothing = { kind: "none" } as const;

/** How PayPal's webhooks are verified. */
export interface WebhookRules {
  ask: AskPayPal;
  webhookId: string | null;
  /** The only origins of PayPal's certificates. */
  certOrigins: readonly string[];
}

/** The events that the webhook at PayPal must subscribe to. */
export const paypalEvents: readonly string[] = [
  "CHECKOUT.ORDER.APPROVED",
  "CHECKOUT.PAYMENT-APPROVAL.REVERSED",
  "PAYMENT.CAPTURE.COMPLETED",
  "PAYMENT.CAPTURE.PENDING",
  "PAYMENT.CAPTURE.DECLINED",
  "PAYMENT.CAPTURE.DENIED",
  "PAYMENT.CAPTURE.REFUNDED",
  "PAYMENT.CAPTURE.REVERSED",
  "CUSTOMER.DISPUTE.CREATED",
  "CUSTOMER.DISPUTE.UPDATED",
  "CUSTOMER.DISPUTE.RESOLVED",
  "VAULT.PAYMENT-TOKEN.CREATED",
  "VAULT.PAYMENT-TOKEN.DELETED",
];

/** The headers that carry the signature of a delivery. */
const names = {
  auth_algo: "paypal-auth-algo",
  cert_url: "paypal-cert-url",
  transmission_id: "paypal-transmission-id",
  transmission_sig: "paypal-transmission-sig",
  transmission_time: "paypal-transmission-time",
} as const;

/**
 * Webhooks that a process verifies at a time, and that wait for it. Each asks PayPal, so that forged ones could use up what it lets us
 * ask: payments would be refused then. It delivers again what was not taken, and the hourly sweep finds what never was.
 */
const AT_ONCE = 8;
const MAX_WAITING = 32;

/** Opens the verification of webhooks. Those of a genuine burst wait for a moment; of a flood, the others are refused as busy. */
export function openVerification(rules: WebhookRules): Gateway["verify"] {
  const inSlot = openSlots(AT_ONCE);
  const admit = openAdmission(
    AT_ONCE + MAX_WAITING,
    () => new GatewayBusy("Too many PayPal webhooks at a time"),
  );
  return (raw, headers) => admit(() => inSlot(() => readWebhook(rules, raw, headers)));
}

/**
 * Verifies a webhook through PayPal's API. The event is passed on byte for byte, because reserialising it
 * would change its checksum. The signature covers only a CRC32, which can be forged: only the id of the
 * object to fetch is read from the event.
 */
async function readWebhook(
  rules: WebhookRules,
  raw: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<Hint> {
  const { ask, webhookId, certOrigins } = rules;
  if (webhookId === null) throw new GatewayRefused("no_webhook_id", "PAYPAL_WEBHOOK_ID is not set");
  const signed: Record<string, string> = {};
  for (const [field, name] of Object.entries(names)) {
    const value = headers[name];
    if (typeof value !== "string" || value === "" || value.length > 2000)
      throw new GatewayRefused("no_signature", `A PayPal webhook without one ${name}`);
    signed[field] = value;
  }
  checkCertificate(signed["cert_url"] ?? "", certOrigins);
  const event = readEvent(raw);
  const said = JSON.stringify({ ...signed, webhook_id: webhookId });
  const body = `${said.slice(0, -1)},"webhook_event":${raw.toString("utf8")}}`;
  const answer = (await ask({
    method: "POST",
    path: "/v1/notifications/verify-webhook-signature",
    body,
  })) as { verification_status?: unknown };
  if (answer.verification_status !== "SUCCESS")
    throw new GatewayRefused("bad_signature", "A webhook that PayPal does not know");
  return hintOf(ask, event);
}

/**
 * Rejects a certificate URL outside PayPal's origins: otherwise anyone could make PayPal, or us, fetch any
 * URL.
 */
function checkCertificate(address: string, origins: readonly string[]): void {
  const url = URL.canParse(address) ? new URL(address) : null;
  const plain = url && url.username === "" && url.password === "" && url.hash === "";
  if (!plain || !origins.includes(url.origin))
    throw new GatewayRefused(
      "foreign_certificate",
      "A PayPal webhook names a certificate that is not PayPal's",
    );
}

function readEvent(raw: Buffer): EventObject {
  const text = raw.toString("utf8");
  try {
    const read = EventObject.safeParse(JSON.parse(text));
    // Bytes that are not valid UTF-8 would be passed on changed.
    if (read.success && Buffer.from(text).equals(raw)) return read.data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new GatewayRefused("no_event", "A PayPal webhook that is no event");
}

/**
 * Returns the hint of an event. PayPal refers to the order in several ways, and a refund only names its
 * capture.
 */
export async function hintOf(ask: AskPayPal, { id, event_type: type, resource }: EventObject): Promise<Hint> {
  return { eventId: id, type, subject: await subjectOf(ask, type, resource) };
}

async function subjectOf(ask: AskPayPal, type: string, resource: unknown): Promise<Hint["subject"]> {
  if (typeof resource !== "object" || resource === null) return nothing;
  const { id, order_id: orderId } = resource as { id?: unknown; order_id?: unknown };
  if (type === "CHECKOUT.ORDER.APPROVED") return payment(id);
  if (type === "CHECKOUT.PAYMENT-APPROVAL.REVERSED") return payment(orderId ?? id);
  if (type === "VAULT.PAYMENT-TOKEN.CREATED") return payment(orderOfToken(resource));
  if (type === "VAULT.PAYMENT-TOKEN.DELETED")
    return isId(id) ? { kind: "instrument", token: id, change: "dead" } : nothing;
  if (type.startsWith("PAYMENT.CAPTURE.") || type.startsWith("PAYMENT.REFUND."))
    return payment(orderOfCapture(resource) ?? (await orderOf(ask, captureOfRefund(resource))));
  if (type.startsWith("CUSTOMER.DISPUTE.")) return disputeOf(ask, resource);
  return nothing;
}

function payment(remoteId: unknown): Hint["subject"] {
  return isId(remoteId) ? { kind: "payment", remoteId } : nothing;
}

function isId(value: unknown): value is string {
  return typeof value === "string" && objectId.test(value);
}

function orderOfToken(resource: object): unknown {
  return (resource as { metadata?: { order_id?: unknown } }).metadata?.order_id;
}

/** Returns the order of a capture from its supplementary data. */
export function orderOfCapture(resource: object): string | undefined {
  const read = CaptureObject.shape.supplementary_data.safeParse(
    (resource as { supplementary_data?: unknown }).supplementary_data,
  );
  return read.data?.related_ids.order_id;
}

function captureOfRefund(resource: object): string | null {
  const { links } = resource as { links?: { href: string; rel: string }[] };
  return Array.isArray(links) ? captureIdOf({ links }) : null;
}

/** Fetches the order of a capture. */
export async function orderOf(ask: AskPayPal, captureId: string | null): Promise<string | null> {
  if (captureId === null || !objectId.test(captureId)) return null;
  try {
    const read = CaptureObject.safeParse(
      await ask({ method: "GET", path: `/v2/payments/captures/${captureId}` }),
    );
    if (!read.success) throw new GatewayUnknown("PayPal's answer makes no sense of a capture");
    return read.data.supplementary_data?.related_ids.order_id ?? null;
  } catch (error) {
    if (error instanceof GatewayRefused) return null;
    throw error;
  }
}

async function disputeOf(ask: AskPayPal, resource: object): Promise<Hint["subject"]> {
  const read = DisputeObject.safeParse(resource);
  if (!read.success) return nothing;
  const [disputed] = read.data.disputed_transactions;
  const remoteId = await orderOf(ask, disputed?.seller_transaction_id ?? null);
  if (remoteId === null) return nothing;
  return { kind: "dispute", paymentRemoteId: remoteId, state: disputeStateOf(read.data) };
}

/** Lists events since a given time as hints, oldest first. */
export async function* listHints(ask: AskPayPal, since: Date): AsyncGenerator<Hint & { at: Date }> {
  for (const event of await listEvents(ask, since))
    yield { ...(await hintOf(ask, event)), at: new Date(event.create_time ?? since) };
}

/**
 * Returns events since a given time, oldest first; PayPal lists the newest first, and stores them for 30
 * days.
 */
export async function listEvents(ask: AskPayPal, since: Date): Promise<EventObject[]> {
  const found: EventObject[] = [];
  const query = new URLSearchParams({ page_size: "300", start_time: since.toISOString() });
  let path: string | null = `/v1/notifications/webhooks-events?${query.toString()}`;
  while (path !== null) {
    const page = (await ask({ method: "GET", path })) as { events?: unknown; links?: unknown };
    for (const event of Array.isArray(page.events) ? page.events : []) {
      const read = EventObject.safeParse(event);
      if (read.success) found.push(read.data);
    }
    path = nextOf(page.links);
  }
  return found.reverse();
}

// Only the path of a link is used, so that a response cannot redirect us to another host.
function nextOf(links: unknown): string | null {
  if (!Array.isArray(links)) return null;
  const next = (links as { rel?: unknown; href?: unknown }[]).find(({ rel }) => rel === "next")?.href;
  if (typeof next !== "string" || !URL.canParse(next)) return null;
  const { pathname, search } = new URL(next);
  return pathname === "/v1/notifications/webhooks-events" ? pathname + search : null;
}
