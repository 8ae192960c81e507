import { randomUUID } from "node:crypto";
import type { Delivery, DeliveryRequest } from "../gateway/deliveries.ts";
import { notThere, Refused } from "./errors.ts";
import { type Endpoint, eventTypes, type StoredEvent } from "./events.ts";
import { transactionId } from "./ids.ts";
import { type Signer, signedText } from "./signing.ts";
import { stamp, type World } from "./state.ts";

/** Seconds between the 25 attempts that PayPal makes within three days. */
export const retryWaits: readonly number[] = [
  10,
  30,
  60,
  120,
  300,
  600,
  900,
  1800,
  3600,
  3600,
  7200,
  7200,
  ...Array.from({ length: 12 }, () => 19_480),
];

/** Composes and signs a delivery when it is sent; every attempt has its own time. */
export function compose(
  { world, signer }: { world: World; signer: Signer },
  { id, event: eventId, endpoint: endpointId, broken }: Delivery,
): DeliveryRequest {
  const endpoint = world.store.get<Endpoint>("endpoint", endpointId);
  const event = world.store.get<StoredEvent>("event", eventId);
  if (!endpoint || !event) return null;
  const time = stamp(world.clock.now());
  const signature = signer.sign(signedText(id, time, endpoint.id, broken ? `${event.text} ` : event.text));
  return {
    url: endpoint.url,
    headers: {
      "content-type": "application/json",
      "user-agent": "PayPal/AUHD-1.0-1",
      "PAYPAL-AUTH-ALGO": "SHA256withRSA",
      "PAYPAL-AUTH-VERSION": "v2",
      "PAYPAL-CERT-URL": certificateUrl(world, signer),
      "PAYPAL-TRANSMISSION-ID": id,
      "PAYPAL-TRANSMISSION-TIME": time,
      "PAYPAL-TRANSMISSION-SIG": signature,
      "CORRELATION-ID": randomUUID().slice(0, 13),
    },
    body: event.text,
  };
}

/** Returns the certificate's address. */
export function certificateUrl(world: World, { certificateId }: Signer): string {
  return `${world.base()}/v1/notifications/certs/${certificateId}`;
}

/** Adds an endpoint. A duplicate address is refused, as PayPal does. */
export function addEndpoint(world: World, url: string, events: string[]): Endpoint {
  const known = world.store.list<Endpoint>("endpoint");
  if (known.some((one) => one.url === url))
    throw new Refused(400, "WEBHOOK_URL_ALREADY_EXISTS", "Webhook URL already exists");
  refuseUnknown(events);
  const endpoint = { id: transactionId(), url, events, createdAt: world.clock.now() };
  world.store.put("endpoint", endpoint.id, endpoint);
  return endpoint;
}

/** Changes the events of an endpoint. Its address stays: the shop adds another one instead. */
export function changeEvents(world: World, id: string, changes: readonly EndpointChange[]): Endpoint {
  const endpoint = findEndpoint(world, id);
  const [change] = changes;
  if (changes.length !== 1 || change?.op !== "replace" || change.path !== "/event_types")
    throw new Refused(400, "VALIDATION_ERROR", "Invalid data provided", [
      { issue: "Only the event types can be replaced.", field: "path", location: "body" },
    ]);
  const events = change.value.map(({ name }) => name);
  refuseUnknown(events);
  const after = { ...endpoint, events };
  world.store.put("endpoint", id, after);
  return after;
}

/** One operation of a JSON patch. */
export interface EndpointChange {
  op: string;
  path: string;
  value: { name: string }[];
}

function refuseUnknown(events: readonly string[]): void {
  const unknown = events.filter((name) => name !== "*" && !Object.hasOwn(eventTypes, name));
  if (unknown.length > 0)
    throw new Refused(400, "VALIDATION_ERROR", "Invalid data provided", [
      {
        issue: `Not a valid webhook event name: ${unknown.join(", ")}`,
        field: "event_types",
        location: "body",
      },
    ]);
}

/** Returns an endpoint by id. */
export function findEndpoint({ store }: World, id: string): Endpoint {
  const endpoint = store.get<Endpoint>("endpoint", id);
  if (!endpoint) throw notThere("webhook_id", id);
  return endpoint;
}

/** Returns an endpoint in PayPal's form. */
export function wholeEndpoint(world: World, { id, url, events }: Endpoint): Record<string, unknown> {
  const href = `${world.base()}/v1/notifications/webhooks/${id}`;
  return {
    id,
    url,
    event_types: events.map((name) => ({ name, description: describe(name), status: "ENABLED" })),
    links: [
      { href, rel: "self", method: "GET" },
      { href, rel: "update", method: "PATCH" },
      { href, rel: "delete", method: "DELETE" },
    ],
  };
}

function describe(name: string): string {
  return name === "*" ? "ALL" : name.toLowerCase().replaceAll(/[.-]/g, " ");
}
