import type { Clock } from "./clock.ts";
import { matches } from "./faults.ts";
import type { Store } from "./store.ts";

/** One try to hand an event over. */
export interface Try {
  /** Milliseconds on the gateway's clock. */
  at: number;
  /** What the endpoint answered; 0 where nothing came. */
  status: number;
  error: string | null;
}

/** An event on its way to one endpoint. */
export interface Delivery {
  id: string;
  event: string;
  type: string;
  endpoint: string;
  /** waiting: sent when its time comes; held: until somebody lets it go; failed: no further try; dropped: never sent. */
  state: "waiting" | "held" | "done" | "failed" | "dropped";
  nextAt: number;
  tries: Try[];
  /** Sent with a signature that does not fit. */
  broken: boolean;
}

/** What happens to new events, for a person who wants to see things go wrong. */
export interface DeliveryPlan {
  action: "send" | "hold" | "drop";
  /** How many times each is sent. */
  copies: number;
  breakSignature: boolean;
  delaySeconds: number;
  /** Which types, with * and **. */
  types: string;
  /** For how many events more; null: until it is changed. */
  left: number | null;
}

/** A letter to an endpoint, composed anew for every try; null where the endpoint is gone. */
export type Letter = { url: string; headers: Record<string, string>; body: string } | null;

/** The way of events to those who asked for them. */
export interface Deliveries {
  /** Sends an event to endpoints, by the plan. Part of the caller's transaction. */
  add(event: { id: string; type: string }, endpoints: string[]): void;
  of(event: string): Delivery[];
  newest(count: number): Delivery[];
  /** Sends every delivery of an event now: those that wait or are held, or, `again`, all of them once more. */
  send(event: string, options?: { again?: boolean; broken?: boolean }): Delivery[];
  /** Lets everything go that is held, the newest first where `reversed`. Resolves when each was tried once. */
  release(reversed: boolean): Promise<Delivery[]>;
  drop(event: string): void;
  plan(): DeliveryPlan;
  setPlan(plan: Partial<DeliveryPlan>): DeliveryPlan;
  /** Tries what is due. */
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

/** `waits`: seconds between tries, then it is given up. `write` composes and signs a letter at the time it is sent. */
export function openDeliveries(options: {
  store: Store;
  clock: Clock;
  waits: readonly number[];
  write(delivery: Delivery): Letter;
  newId(): string;
}): Deliveries {
  const { store, clock, waits, write, newId } = options;
  const busy = new Set<string>();
  // What is not at its end; the store has it all.
  const open = new Map(
    store
      .list<Delivery>("delivery")
      .filter(({ state }) => state === "waiting" || state === "held")
      .map((one) => [one.id, one]),
  );
  const timer = setInterval(() => void tick(), 50);

  function keep(delivery: Delivery): Delivery {
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
      keep({ ...delivery, tries, state, nextAt: clock.now() + (wait ?? 0) * 1000 });
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
      // The plan is for events that somebody gets.
      if (endpoints.length === 0) return;
      const { action, copies, breakSignature, delaySeconds, types, left } = plan();
      const meant = left !== 0 && matches(types, event.type);
      if (meant && left !== null)
        store.put("setting", "deliveries", left > 1 ? { ...plan(), left: left - 1 } : calm);
      for (const endpoint of endpoints) {
        for (let copy = 0; copy < (meant ? copies : 1); copy += 1) {
          keep({
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
      return meant.map((one) => keep({ ...one, state: "waiting", nextAt: clock.now(), broken }));
    },
    async release(reversed) {
      const held = [...open.values()].filter(({ state }) => state === "held");
      if (reversed) held.reverse();
      // One after the other: the order is the point.
      for (const one of held) await attempt(one);
      return held.map(({ id }) => store.get<Delivery>("delivery", id)).filter((one) => one !== undefined);
    },
    drop(event) {
      for (const one of of(event)) if (one.state !== "done") keep({ ...one, state: "dropped" });
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

async function hand(letter: Letter): Promise<{ status: number; error: string | null }> {
  if (!letter) return { status: -1, error: "The endpoint is gone." };
  try {
    const { url, headers, body } = letter;
    const signal = AbortSignal.timeout(TRY_MS);
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    const text = await answer.text();
    return { status: answer.status, error: answer.ok ? null : text.slice(0, 300) };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return { status: 0, error: cause?.code ?? message };
  }
}
