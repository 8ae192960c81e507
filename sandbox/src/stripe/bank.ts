import { createHmac, randomInt } from "node:crypto";
import { type Clock, openClock } from "../gateway/clock.ts";
import { type Deliveries, openDeliveries } from "../gateway/deliveries.ts";
import { type Faults, openFaults } from "../gateway/faults.ts";
import { openStore, type Store } from "../gateway/store.ts";
import { missing } from "./refusal.ts";
import type { Customer, StripeEvent, WebhookEndpoint } from "./types.ts";

/** The version of the API that is spoken here. */
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
  deliveries: Deliveries;
  keys: Keys;
  /** Where the API, the script and the pages are reached, from a browser too. */
  origin: string;
  /** The request that things happen by; null where they happen by themselves. */
  request: { id: string; idempotency_key: string | null } | null;
}

// Seconds between tries: at once, then over three days.
const waits = [300, 1800, 7200, 18_000, 36_000, ...Array<number>(4).fill(43_200)];
const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Opens the account that a file keeps, or a new one in memory. Its keys are made at the first opening. */
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
      return { url: endpoint.url, headers: letterHead(signature), body };
    },
  });
  return { store, clock, keys, deliveries, faults: openFaults(store), origin: "", request: null };
}

/** A `Stripe-Signature` header for a body. */
export function sign(body: string, secret: string, at: number): string {
  const mac = (key: string) => createHmac("sha256", key).update(`${at}.${body}`).digest("hex");
  // v0 is a scheme of the past that test events still carry; nobody may accept it.
  return `t=${at},v1=${mac(secret)},v0=${mac("v0")}`;
}

function letterHead(signature: string): Record<string, string> {
  return {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    accept: "*/*; q=0.5, application/xml",
    "cache-control": "no-cache",
    "stripe-signature": signature,
  };
}

/** A new id. */
export function mint(prefix: string, length = 24): string {
  return `${prefix}_${random(length)}`;
}

/** Random letters and digits. */
export function random(length: number): string {
  return Array.from({ length }, () => signs[randomInt(signs.length)]).join("");
}

/** A thing that is there, or the refusal that says it is not. */
export function find<T>(bank: Bank, kind: string, id: string, param?: string): T {
  const found = bank.store.get<T>(kind, id);
  if (found === undefined) throw missing(kind === "payment_method" ? "PaymentMethod" : kind, id, param);
  return found;
}

/** A customer that is there and was not deleted. */
export function customerOf(bank: Bank, id: string, param = "customer"): Customer {
  const customer = find<Customer & { deleted?: true }>(bank, "customer", id, param);
  if (customer.deleted) throw missing("customer", id, param);
  return customer;
}

/** Something happened: it is kept as an event and sent to who asked for it. */
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
