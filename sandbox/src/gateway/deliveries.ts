import type { Clock } from "./clock.ts";
import { matches } from "./faults.ts";
import type { Store } from "./store.ts";

/** One attempt to deliver an event. */
export interface Try {
  /** Milliseconds on the gateway's clock. */
  at: number;
  /** The endpoint's status; 0 when there was no answer. */
  status: number;
  error: string | null;
}

/** An event to be delivered to one endpoint. */
export interface Delivery {
  id: string;
  event: string;
  type: string;
  endpoint: string;
  /** waiting: sent when due; held: until it is released; failed: no further attempt; dropped: never sent. */
  state: "waiting" | "held" | "done" | "failed" | "dropped";
  nextAt: number;
  tries: Try[];
  /** Sent with an invalid signature. */
  broken: boolean;
}

/** What happens to new events, to simulate failures. */
export interface DeliveryPlan {
  action: "send" | "hold" | "drop";
  /** How many times each is sent. */
  copies: number;
  breakSignature: boolean;
  delaySeconds: number;
  /** Which types, with * and **. */
  types: string;
  /** The number of further events; null: until it is changed. */
  left: number | null;
}

/** A request to an endpoint, composed for every attempt; null when the endpoint no longer exists. */
export type DeliveryRequest = { url: string; headers: Record<string, string>; body: string } | null;

/** The delivery of events to their subscribers. */
export interface Deliveries {
  /** Queues an event for endpoints, by the plan. Part of the caller's transaction. */
  add(event: { id: string; type: string }, endpoints: string[]): void;
  of(event: string): Delivery[];
  newest(count: number): Delivery[];
  /** Sends every delivery of an event now: waiting and held ones, or with `again` all of them once more. */
  send(event: string, options?: { again?: boolean; broken?: boolean }): Delivery[];
  /** Releases everything that is held, the newest first if `reversed`. Resolves when each was tried once. */
  release(reversed: boolean): Promise<Delivery[]>;
  drop(event: string): void;
  plan(): DeliveryPlan;
  setPlan(plan: Partial<DeliveryPlan>): DeliveryPlan;
  /** Attempts what is due. */
  tick(): Promise<void>;
  stop(): void;
}

const calm: DeliveryPlan = {
  action: "send",
  copies: 1,
  breakSignature: false,
  delaySeconds: 0,
  types: "**",
  left: null,
};
const TRY_MS = 10_000;

/**
 * Opens the deliveries. `waits`: seconds between attempts, after which a delivery fails. `write` composes and signs a
 * request when it is sent.
 */
export function openDeliveries(options: {
  store: Store;
  clock: Clock;
  waits: readonly number[];
  write(delivery: Delivery): DeliveryRequest;
  newId(): string;
}): Deliveries {
  const { store, clock, waits, write, newId } = options;
  const busy = new Set<string>();
  // Deliveries in progress; the store has all of them.
  const open = new Map(
    store
      .list<Delivery>("delivery")
      .filter(({ state }) => state === "waiting" || state === "held")
      .map((one) => [one.id, one]),
  );
  const timer = setInterval(() => void tick(), 50);

  function save(delivery: Delivery): Delivery {
    store.put("delivery", delivery.id, delivery, delivery.event);
    if (delivery.state === "waiting" || delivery.state === "held") open.set(delivery.id, delivery);
    else open.delete(delivery.id);
    return delivery;
  }

  async function attempt(delivery: Delivery): Promise<void> {
    if (busy.has(delivery.id)) return;
    busy.add(delivery.id);
    try {
      const outcome = await hand(write(delivery));
      const tries = [...delivery.tries, { at: clock.now(), ...outcome }];
      const wait = waits[tries.length - 1];
      const done = outcome.status >= 200 && outcome.status < 300;
      const state = done ? "done" : wait === undefined || outcome.status === -1 ? "failed" : "waiting";
      save({ ...delivery, tries, state, nextAt: clock.now() + (wait ?? 0) * 1000 });
    } finally {
      busy.delete(delivery.id);
    }
  }

  async function tick(): Promise<void> {
    const now = clock.now();
    const due = [...open.values()].filter(
      ({ id, state, nextAt }) => state === "waiting" && nextAt <= now && !busy.has(id),
    );
    await Promise.all(due.slice(0, 32).map(attempt));
  }

  const of = (event: string) => store.list<Delivery>("delivery", { under: event });
  const plan = () => store.get<DeliveryPlan>("setting", "deliveries") ?? calm;

  return {
    add(event, endpoints) {
      // The plan applies to events with subscribers.
      if (endpoints.length === 0) return;
      const { action, copies, breakSignature, delaySeconds, types, left } = plan();
      const meant = left !== 0 && matches(types, event.type);
      if (meant && left !== null)
        store.put("setting", "deliveries", left > 1 ? { ...plan(), left: left - 1 } : calm);
      for (const endpoint of endpoints) {
        for (let copy = 0; copy < (meant ? copies : 1); copy += 1) {
          save({
            id: newId(),
            event: event.id,
            type: event.type,
            endpoint,
            state: !meant || action === "send" ? "waiting" : action === "hold" ? "held" : "dropped",
            nextAt: clock.now() + (meant ? delaySeconds * 1000 : 0),
            tries: [],
            broken: meant && breakSignature,
          });
        }
      }
    },
    of,
    newest: (count) => store.list<Delivery>("delivery", { newest: count }).reverse(),
    send(event, { again = false, broken = false } = {}) {
      const known = of(event);
      const meant = again
        ? [...new Set(known.map(({ endpoint }) => endpoint))].map((endpoint) => ({
            ...(known[0] as Delivery),
            id: newId(),
            endpoint,
            tries: [],
          }))
        : known.filter(({ state }) => state !== "done");
      return meant.map((one) => save({ ...one, state: "waiting", nextAt: clock.now(), broken }));
    },
    async release(reversed) {
      const held = [...open.values()].filter(({ state }) => state === "held");
      if (reversed) held.reverse();
      // Sequentially, because the order matters.
      for (const one of held) await attempt(one);
      return held.map(({ id }) => store.get<Delivery>("delivery", id)).filter((one) => one !== undefined);
    },
    drop(event) {
      for (const one of of(event)) if (one.state !== "done") save({ ...one, state: "dropped" });
    },
    plan,
    setPlan(next) {
      store.put("setting", "deliveries", { ...calm, ...next });
      return plan();
    },
    tick,
    stop: () => clearInterval(timer),
  };
}

async function hand(request: DeliveryRequest): Promise<{ status: number; error: string | null }> {
  if (!request) return { status: -1, error: "The endpoint is gone." };
  try {
    const { url, headers, body } = request;
    const signal = AbortSignal.timeout(TRY_MS);
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    const text = await answer.text();
    return { status: answer.status, error: answer.ok ? null : text.slice(0, 300) };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return { status: 0, error: cause?.code ?? message };
  }
}
