import { createHmac, randomInt } from "node:crypto";
import { type Clock, openClock } from "../gateway/clock.ts";
import { type Deliveries, openDeliveries } from "../gateway/deliveries.ts";
import { type Faults, openFaults } from "../gateway/faults.ts";
import { openStore, type Store } from "../gateway/store.ts";
import { openPace, type Pace } from "./pace.ts";
import { missing } from "./refusal.ts";
import type { Customer, StripeEvent, WebhookEndpoint } from "./types.ts";

/** The simulated version of the API. */
export const apiVersion = "2026-10-28.endive";

/** The merchant's keys. */
export interface Keys {
  secret: string;
  publishable: string;
}

/** One merchant's account, as one request sees it. */
export interface Bank {
  store: Store;
  clock: Clock;
  faults: Faults;
  pace: Pace;
  deliveries: Deliveries;
  keys: Keys;
  /** The address of the API, the script and the pages, also for browsers. */
  origin: string;
  /** The request that causes changes; null for scheduled ones. */
  request: { id: string; idempotency_key: string | null } | null;
}

// Seconds between attempts: the first at once, then over three days.
const waits = [300, 1800, 7200, 18_000, 36_000, ...Array<number>(4).fill(43_200)];
const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Opens the account stored in a file, or a new one in memory. Its keys are generated at the first opening. */
export function openBank(file?: string): Bank {
  const store = openStore(file);
  const clock = openClock(store);
  const known = store.get<Keys>("setting", "keys");
  const keys = known ?? { secret: `sk_test_51${random(97)}`, publishable: `pk_test_51${random(97)}` };
  if (!known) store.put("setting", "keys", keys);
  const deliveries = openDeliveries({
    store,
    clock,
    waits,
    newId: () => mint("whd"),
    write(delivery) {
      const endpoint = store.get<WebhookEndpoint>("webhook_endpoint", delivery.endpoint);
      const event = store.get<StripeEvent>("event", delivery.event);
      const secret = store.get<string>("webhook_secret", delivery.endpoint);
      if (!endpoint || !event || secret === undefined) return null;
      const body = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2);
      const signature = sign(body, delivery.broken ? `whsec_${random(32)}` : secret, clock.seconds());
      return { url: endpoint.url, headers: idPrefix(signature), body };
    },
  });
  return {
    store,
    clock,
    keys,
    deliveries,
    faults: openFaults(store),
    pace: openPace(),
    origin: "",
    request: null,
  };
}

/** Returns a `Stripe-Signature` header for a body. */
export function sign(body: string, secret: string, at: number): string {
  const mac = (key: string) => createHmac("sha256", key).update(`${at}.${body}`).digest("hex");
  // v0 is an obsolete scheme that test events still carry; no client may accept it.
  return `t=${at},v1=${mac(secret)},v0=${mac("v0")}`;
}

function idPrefix(signature: string): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    accept: "*/*; q=0.5, application/xml",
    "cache-control": "no-cache",
    "stripe-signature": signature,
  };
}

/** Returns a new id. */
export function mint(prefix: string, length = 24): string {
  return `${prefix}_${random(length)}`;
}

/** Returns random alphanumeric characters. */
export function random(length: number): string {
  return Array.from({ length }, () => signs[randomInt(signs.length)]).join("");
}

/** Returns an existing object, or throws that it is missing. */
export function find<T>(bank: Bank, kind: string, id: string, param?: string): T {
  const found = bank.store.get<T>(kind, id);
  if (found === undefined) throw missing(kind === "payment_method" ? "PaymentMethod" : kind, id, param);
  return found;
}

/** Returns an existing customer that was not deleted. */
export function customerOf(bank: Bank, id: string, param = "customer"): Customer {
  const customer = find<Customer & { deleted?: true }>(bank, "customer", id, param);
  if (customer.deleted) throw missing("customer", id, param);
  return customer;
}

/** Stores an event and sends it to its subscribers. */
export function announce(
  bank: Bank,
  type: string,
  object: { id: string; object: string },
  before?: Record<string, unknown>,
): void {
  const endpoints = bank.store
    .list<WebhookEndpoint>("webhook_endpoint")
    .filter(({ status, enabled_events: events }) => status === "enabled" && wants(events, type));
  const event: StripeEvent = {
    id: mint("evt"),
    object: "event",
    api_version: apiVersion,
    created: bank.clock.seconds(),
    data: { object, ...(before && { previous_attributes: before }) },
    livemode: false,
    pending_webhooks: 0,
    request: bank.request ?? { id: null, idempotency_key: null },
    type,
  };
  bank.store.put("event", event.id, event, object.id);
  bank.deliveries.add(
    event,
    endpoints.map(({ id }) => id),
  );
}

function wants(events: string[], type: string): boolean {
  return events.includes("*") || events.includes(type);
}
