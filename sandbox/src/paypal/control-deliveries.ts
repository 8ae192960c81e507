import { setTimeout as sleep } from "node:timers/promises";
import { NotUnderstood, numberOf, type Said, textOf, truthOf } from "../gateway/control.ts";
import type { DeliveryPlan } from "../gateway/deliveries.ts";
import type { ControlAction, Panel } from "./control.ts";
import { type Endpoint, eventTypes, type StoredEvent } from "./events.ts";
import { addEndpoint } from "./webhooks.ts";

/** The actions on webhooks: their endpoints and deliveries. */
export const deliveryActions: Record<string, ControlAction> = {
  "GET /webhook-endpoint": ({ world }) => ({ endpoints: world.store.list<Endpoint>("endpoint") }),
  "POST /webhook-endpoint": ({ world }, said) => {
    const url = textOf(said, "url");
    if (!URL.canParse(url)) throw new NotUnderstood("url is no address.");
    const events = readTypes(said["events"]);
    const known = world.store.list<Endpoint>("endpoint").find((one) => one.url === url);
    const endpoint = known ? { ...known, events } : addEndpoint(world, url, events);
    world.store.put("endpoint", endpoint.id, endpoint);
    return { webhookId: endpoint.id, url, events };
  },
  "GET /events": ({ world, deliveries }) => ({
    events: world.store
      .list<StoredEvent>("event", { newest: 200 })
      .reverse()
      .map(({ text, ...event }) => ({ ...event, deliveries: deliveries.of(event.id) })),
  }),
  "POST /events/release": async ({ deliveries }, said) => ({
    deliveries: await deliveries.release(truthOf(said, "reversed")),
  }),
  "POST /events/{id}/send": (panel, said, id) => ({
    deliveries: panel.deliveries.send(known(panel, id), { broken: truthOf(said, "broken") }),
  }),
  "POST /events/{id}/again": (panel, said, id) => ({
    deliveries: panel.deliveries.send(known(panel, id), { again: true, broken: truthOf(said, "broken") }),
  }),
  "POST /events/{id}/drop": (panel, _said, id) => {
    panel.deliveries.drop(known(panel, id));
    return { deliveries: panel.deliveries.of(id) };
  },
  "POST /deliver": async ({ world, deliveries }) => {
    const due = () =>
      deliveries.newest(1000).some(({ state, nextAt }) => state === "waiting" && nextAt <= world.clock.now());
    for (let round = 0; round < 500 && due(); round += 1) {
      await deliveries.tick();
      await sleep(10);
    }
    return { waiting: deliveries.newest(1000).filter(({ state }) => state === "waiting").length };
  },
  "GET /delivery-plan": ({ deliveries }) => deliveries.plan(),
  "POST /delivery-plan": ({ deliveries }, said) => {
    const action = textOf(said, "action", "send");
    if (action !== "send" && action !== "hold" && action !== "drop")
      throw new NotUnderstood("action is send, hold or drop.");
    const left = numberOf(said, "left", 0);
    const plan: Partial<DeliveryPlan> = {
      action,
      copies: numberOf(said, "copies", 1),
      breakSignature: truthOf(said, "breakSignature"),
      delaySeconds: numberOf(said, "delaySeconds", 0),
      types: textOf(said, "types", "**") || "**",
      left: left > 0 ? left : null,
    };
    return deliveries.setPlan(plan);
  },
};

function known({ world, deliveries }: Panel, id: string): string {
  const event = world.store.get<StoredEvent>("event", id);
  if (!event) throw new NotUnderstood(`There is no event ${id}.`, 404);
  // An event from before there was an endpoint can be sent to the current ones.
  if (deliveries.of(id).length === 0)
    world.send(
      event,
      world.store.list<Endpoint>("endpoint").map((one) => one.id),
    );
  return id;
}

function readTypes(said: Said[string]): string[] {
  if (said === undefined || said === "") return ["*"];
  const names: unknown[] = typeof said === "string" ? said.split(/[\s,]+/).filter(Boolean) : [said].flat();
  return names.map((name) => {
    if (name === "*" || (typeof name === "string" && Object.hasOwn(eventTypes, name))) return name;
    throw new NotUnderstood(`There is no event ${JSON.stringify(name)}.`);
  });
}
