import Stripe from "stripe";
import { type DisputeState, GatewayRefused, type Hint } from "../../records/gateway.ts";
import { stripeEvents } from "./events.ts";
import { ask } from "./faults.ts";
import { disputeState, idOf, isOurs, type Mark } from "./snapshot.ts";

/** The maximum difference between a webhook's time and ours, either way. */
const TOLERANCE_SECONDS = 300;

/** What a webhook is verified with. */
interface WebhookKeys {
  stripe: Stripe;
  /** Two during a key rotation. */
  secrets: readonly string[];
  mark: Mark;
}

type Headers = Record<string, string | string[] | undefined>;

/** Verifies the raw bytes of a webhook and returns its hint. */
export function readWebhook(
  { stripe, secrets, mark }: WebhookKeys,
  raw: Buffer,
  headers: Headers,
  now: Date,
): Hint {
  const header = headers["stripe-signature"];
  if (typeof header !== "string")
    throw new GatewayRefused("signature_missing", "No one signature came with it");
  const at = timeOf(header);
  // The SDK accepts timestamps in the future.
  if (at === null || at * 1000 > now.getTime() + TOLERANCE_SECONDS * 1000)
    throw new GatewayRefused("signature_invalid", "Its time is none of now");
  for (const secret of secrets) {
    const event = openedWith(stripe, { raw, header, secret, now });
    if (event) return hintOf(assertEvent(event), mark);
  }
  throw new GatewayRefused("signature_invalid", "No signature of ours, or too old");
}

/** Returns the timestamp of a signature in seconds; null unless there is exactly one. */
function timeOf(header: string): number | null {
  const parts = header.split(",").map((part) => part.trim());
  const times = parts.filter((part) => part.startsWith("t="));
  const [, digits] = /^t=(\d{1,12})$/.exec(times[0] ?? "") ?? [];
  return times.length === 1 && digits ? Number(digits) : null;
}

function openedWith(
  stripe: Stripe,
  { raw, header, secret, now }: { raw: Buffer; header: string; secret: string; now: Date },
): Stripe.Event | null {
  try {
    return stripe.webhooks.constructEvent(raw, header, secret, TOLERANCE_SECONDS, undefined, now.getTime());
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    throw new GatewayRefused("event_unreadable", "It is signed, but no event");
  }
}

type Subject = Hint["subject"];
type Reader<T extends Stripe.Event["type"]> = (
  object: Extract<Stripe.Event, { type: T }>["data"]["object"],
  mark: Mark,
) => Subject;

/** Reads the events that our endpoint subscribes to. */
const readers = {
  "payment_intent.requires_action": readPayment,
  "payment_intent.processing": readPayment,
  "payment_intent.payment_failed": readPayment,
  "payment_intent.succeeded": (intent, mark) => readPayment(intent, mark, "succeeded"),
  "payment_intent.canceled": (intent, mark) => readPayment(intent, mark, "cancelled"),
  "charge.updated": readCharge,
  "refund.created": readRefund,
  "refund.updated": readRefund,
  "refund.failed": readRefund,
  "charge.dispute.created": readDispute,
  "charge.dispute.updated": readDispute,
  "charge.dispute.closed": readDispute,
  "charge.dispute.funds_withdrawn": readDispute,
  "charge.dispute.funds_reinstated": readDispute,
  "radar.early_fraud_warning.created": ({ payment_intent: intent }) => disputeHint(intent, "warning"),
  "payment_method.automatically_updated": ({ id }) => ({ kind: "instrument", token: id, change: "updated" }),
  "payment_method.detached": ({ id }) => ({ kind: "instrument", token: id, change: "dead" }),
  "setup_intent.succeeded": readSetup,
  "setup_intent.setup_failed": readSetup,
  "setup_intent.canceled": readSetup,
} satisfies { [T in (typeof stripeEvents)[number]]: Reader<T> };

/** Throws unless it is a complete event: signed content may still be something else. */
function assertEvent(event: Stripe.Event): Stripe.Event {
  const { id, type, data } = (event as Partial<Stripe.Event> | null) ?? {};
  const whole = typeof id === "string" && typeof type === "string" && typeof data?.object === "object";
  if (!whole) throw new GatewayRefused("event_unreadable", "It is signed, but no event");
  return event;
}

/** Returns the hint of an event. */
function hintOf(event: Stripe.Event, mark: Mark): Hint {
  const read = Object.hasOwn(readers, event.type)
    ? (readers[event.type as keyof typeof readers] as (object: unknown, mark: Mark) => Subject)
    : null;
  return { eventId: event.id, type: event.type, subject: read?.(event.data.object, mark) ?? nothing };
}

const nothing: Subject = { kind: "none" };

function readPayment(intent: Stripe.PaymentIntent, mark: Mark, final?: "succeeded" | "cancelled"): Subject {
  if (!isOurs(intent.metadata, mark)) return nothing;
  return { kind: "payment", remoteId: intent.id, ...(final ? { final } : {}) };
}

/** The balance line was written. A charge has the metadata of its payment. */
function readCharge({ metadata, payment_intent: intent }: Stripe.Charge, mark: Mark): Subject {
  const remoteId = idOf(intent);
  return remoteId === null || !isOurs(metadata, mark) ? nothing : { kind: "payment", remoteId };
}

function readSetup({ id, metadata }: Stripe.SetupIntent, mark: Mark): Subject {
  return isOurs(metadata, mark) ? { kind: "setup", remoteId: id } : nothing;
}

/** A refund made in the dashboard has no mark of ours, so the payment determines whether it is ours. */
function readRefund({ payment_intent: intent }: Stripe.Refund): Subject {
  const remoteId = idOf(intent);
  return remoteId === null ? nothing : { kind: "payment", remoteId };
}

function readDispute({ payment_intent: intent, status }: Stripe.Dispute): Subject {
  return disputeHint(intent, disputeState(status));
}

function disputeHint(intent: string | { id: string } | null | undefined, state: DisputeState): Subject {
  const paymentRemoteId = idOf(intent);
  return paymentRemoteId === null ? nothing : { kind: "dispute", paymentRemoteId, state };
}

/**
 * Lists events since a given time as hints, oldest first; Stripe lists the newest first, and stores them for
 * 30 days.
 */
export async function* listHints(
  stripe: Stripe,
  mark: Mark,
  since: Date,
): AsyncGenerator<Hint & { at: Date }> {
  const found: (Hint & { at: Date })[] = [];
  let after: string | undefined;
  do {
    const page = await ask("list", () =>
      stripe.events.list({
        created: { gte: Math.floor(since.getTime() / 1000) },
        types: [...stripeEvents],
        limit: 100,
        ...(after === undefined ? {} : { starting_after: after }),
      }),
    );
    for (const event of page.data) found.push({ ...hintOf(event, mark), at: new Date(event.created * 1000) });
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after !== undefined);
  yield* found.reverse();
}
