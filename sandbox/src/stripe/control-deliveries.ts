import { NotUnderstood, numberOf, type Said, textOf, truthOf } from "../gateway/control.ts";
import type { DeliveryPlan } from "../gateway/deliveries.ts";
import type { Bank } from "./bank.ts";
import type { ControlAction } from "./control.ts";
import { getEvent } from "./events.ts";
import type { StripeEvent, WebhookEndpoint } from "./types.ts";
import { createEndpoint, updateEndpoint } from "./webhook-endpoints.ts";

/** The default events of an operator's endpoint. */
const usualEvents = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.processing",
  "payment_intent.requires_action",
  "payment_intent.canceled",
  "setup_intent.succeeded",
  "setup_intent.setup_failed",
  "refund.created",
  "charge.updated",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "payment_method.automatically_updated",
  "payment_method.detached",
  "radar.early_fraud_warning.created",
];

/** Returns the actions on the endpoint, its events and their deliveries. */
export function deliveryActions(bank: Bank): Record<string, ControlAction> {
  const { deliveries, store } = bank;
  return {
    "GET /webhook-endpoint": () => ({
      endpoints: store.list<WebhookEndpoint>("webhook_endpoint").map((one) => revealed(bank, one)),
    }),
    "PUT /webhook-endpoint": (said) => setEndpoint(bank, said),
    "POST /webhook-endpoint": (said) => setEndpoint(bank, said),
    "GET /events": (said) => ({ events: newestEvents(bank, said) }),
    "POST /events/:id/send": (said, id) => {
      getEvent(bank, id);
      return { deliveries: deliveries.send(id, { broken: truthOf(said, "broken") }) };
    },
    "POST /events/:id/again": (said, id) => {
      getEvent(bank, id);
      const times = Array.from({ length: numberOf(said, "times", 1) });
      const broken = truthOf(said, "broken");
      return { deliveries: times.flatMap(() => deliveries.send(id, { again: true, broken })) };
    },
    "POST /events/:id/drop": (_, id) => {
      deliveries.drop(id);
      return { deliveries: deliveries.of(id) };
    },
    "GET /deliveries/plan": () => deliveries.plan(),
    "POST /deliveries/plan": (said) => deliveries.setPlan(readPlan(said)),
    "POST /deliveries/release": async (said) => ({
      deliveries: await deliveries.release(truthOf(said, "reversed")),
    }),
  };
}

/** Returns the newest events with their deliveries, the newest first. */
export function newestEvents({ store, deliveries }: Bank, said: Said) {
  const type = textOf(said, "type", "");
  const events = store.list<StripeEvent>("event", {
    newest: type === "" ? numberOf(said, "limit", 100) : -1,
  });
  return events
    .filter((event) => type === "" || event.type === type)
    .slice(-numberOf(said, "limit", 100))
    .reverse()
    .map((event) => ({ ...event, deliveries: deliveries.of(event.id) }));
}

function setEndpoint(bank: Bank, said: Said) {
  const url = textOf(said, "url");
  const known = bank.store.list<WebhookEndpoint>("webhook_endpoint").find((one) => one.url === url);
  const events = eventsOf(said["events"]);
  const enabled = events ?? known?.enabled_events ?? usualEvents;
  const endpoint = known
    ? updateEndpoint(bank, known.id, { enabled_events: enabled, disabled: false })
    : createEndpoint(bank, { url, enabled_events: enabled });
  return revealed(bank, endpoint);
}

function eventsOf(said: unknown): string[] | undefined {
  if (Array.isArray(said)) return said.map(String);
  if (typeof said === "string" && said.trim() !== "") return said.trim().split(/[\s,]+/);
  return undefined;
}

function revealed(bank: Bank, { id, url, enabled_events: events, status }: WebhookEndpoint) {
  return { id, url, events, status, secret: bank.store.get<string>("webhook_secret", id) };
}

function readPlan(said: Said): Partial<DeliveryPlan> {
  const action = textOf(said, "action", "send");
  if (action !== "send" && action !== "hold" && action !== "drop") {
    throw new NotUnderstood("action is send, hold or drop.");
  }
  const left = said["left"] ?? null;
  return {
    action,
    copies: numberOf(said, "copies", 1),
    breakSignature: truthOf(said, "breakSignature"),
    delaySeconds: numberOf(said, "delaySeconds", 0),
    types: textOf(said, "types", "") || "**",
    left: left === null || left === "" ? null : numberOf(said, "left", 1),
  };
}
