import { eventId } from "./ids.ts";
import type { World } from "./state.ts";

/** Every event that this simulator may send, with the kind and version of its resource. */
export const eventTypes = {
  "CHECKOUT.ORDER.APPROVED": ["checkout-order", "2.0", "An order has been approved by buyer"],
  "CHECKOUT.PAYMENT-APPROVAL.REVERSED": [
    "checkout-order",
    "2.0",
    "A payment has been reversed after approval.",
  ],
  "PAYMENT.CAPTURE.COMPLETED": ["capture", "2.0", "Payment completed for $"],
  "PAYMENT.CAPTURE.PENDING": ["capture", "2.0", "Payment pending for $"],
  "PAYMENT.CAPTURE.DECLINED": ["capture", "2.0", "A payment capture for $ was declined"],
  "PAYMENT.CAPTURE.DENIED": ["capture", "2.0", "A payment capture for $ was denied"],
  "PAYMENT.CAPTURE.REFUNDED": ["refund", "2.0", "A $ capture payment was refunded"],
  "PAYMENT.CAPTURE.REVERSED": ["refund", "2.0", "A $ capture payment was reversed"],
  "PAYMENT.REFUND.PENDING": ["refund", "2.0", "A refund of $ is pending"],
  "PAYMENT.REFUND.FAILED": ["refund", "2.0", "A refund of $ failed"],
  "CUSTOMER.DISPUTE.CREATED": ["dispute", "1.0", "A new dispute opened with Case # $"],
  "CUSTOMER.DISPUTE.UPDATED": ["dispute", "1.0", "A dispute was updated with Case # $"],
  "CUSTOMER.DISPUTE.RESOLVED": ["dispute", "1.0", "A dispute was resolved with case # $"],
  "VAULT.PAYMENT-TOKEN.CREATED": ["payment_token", "3.0", "A payment token has been created."],
  "VAULT.PAYMENT-TOKEN.DELETED": ["payment_token", "3.0", "A payment token has been deleted."],
} as const;

export type EventType = keyof typeof eventTypes;

/** An event as stored: the text that is delivered never changes. */
export interface StoredEvent {
  id: string;
  at: number;
  type: EventType;
  /** The transaction that it reports, for lookups. */
  about: string;
  text: string;
}

/** Where events are sent. */
export interface Endpoint {
  id: string;
  url: string;
  /** Types, or * for all. */
  events: string[];
  createdAt: number;
}

/** Stores an event and sends it to its subscribers. Part of the caller's transaction. */
export function emit(
  world: World,
  type: EventType,
  about: string,
  resource: unknown,
  words = "",
): StoredEvent {
  const [resourceType, version, summary] = eventTypes[type];
  const at = world.clock.now();
  const id = eventId();
  const self = `${world.base()}/v1/notifications/webhooks-events/${id}`;
  const text = JSON.stringify({
    id,
    event_version: "1.0",
    create_time: new Date(at).toISOString(),
    resource_type: resourceType,
    resource_version: version,
    event_type: type,
    summary: summary.replace("$", () => words),
    resource,
    links: [
      { href: self, rel: "self", method: "GET" },
      { href: `${self}/resend`, rel: "resend", method: "POST" },
    ],
  });
  const event = { id, at, type, about, text };
  world.store.put("event", id, event, about);
  const endpoints = world.store.list<Endpoint>("endpoint").filter((one) => wants(one, type));
  world.send(
    event,
    endpoints.map((one) => one.id),
  );
  return event;
}

function wants({ events }: Endpoint, type: string): boolean {
  return events.includes("*") || events.includes(type);
}
