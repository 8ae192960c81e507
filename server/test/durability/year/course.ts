import { after, day, minute } from "./agenda.ts";
import type { Method } from "./gateways.ts";
import type { Course, Fate, Membership } from "./membership.ts";
import { count, renews, type Stage, subscribe, whenThere } from "./story.ts";

/** What may become of somebody in the year. */
export interface Story {
  name: string;
  methods: readonly Method[];
  days: readonly number[];
  /** Renews at an hour of its own, for what it does to a gateway would meet others at noon. */
  alone?: boolean;
  card?: string;
  payer?: string;
  /** Buys without an account. */
  asGuest?: true;
  /** Somebody who comes as a guest this many days before they buy. */
  guestDays?: number;
  live(stage: Stage): Promise<unknown>;
}

/** The methods that a story takes. */
export const both = ["card", "paypal"] as const;
export const card = ["card"] as const;
export const paypal = ["paypal"] as const;
/** The periods of all plans that are sold. */
export const all = [7, 30, 90, 182, 365];
/** Every period is renewed. */
export const steady: Course = { fate: () => renews };

/** Does something so many milliseconds into the period of that number. */
export function during(
  stage: Stage,
  no: number,
  ms: number,
  run: (membership: Membership) => Promise<void>,
): Course {
  return {
    fate: () => renews,
    begun(membership) {
      if (membership.no !== no) return;
      const when = after(after(membership.until, -membership.days * day), ms);
      stage.agenda.at(when, `${stage.buyer.name}: its story goes on`, () =>
        whenThere(stage, membership.method, async () => {
          if (!membership.ended && membership.no === no) await run(membership);
        }),
      );
    },
  };
}

/** A course that ends; so many days after its end the buyer comes back, to subscribe anew where nothing else is said. */
export function comesBack(
  stage: Stage,
  course: Course,
  { days, again = () => subscribesAnew(stage) }: { days: number; again?: () => Promise<void> },
): Course {
  return {
    ...course,
    over: () =>
      stage.agenda.at(after(stage.world.now(), days * day), `${stage.buyer.name}: comes back`, () =>
        whenThere(stage, stage.method, again),
      ),
  };
}

async function subscribesAnew(stage: Stage): Promise<void> {
  stage.buyer.card = "pm_card_visa";
  stage.buyer.payer = `funded:${stage.buyer.name}`;
  if (await subscribe(stage, steady)) count(stage, "resubscriptions");
}

/** A renewal that a fault delays; the fault is taken away after it. */
export function faulty(
  stage: Stage,
  hours: number,
  fault: () => Promise<unknown>,
  mend: () => Promise<unknown>,
): Fate {
  const { agenda, world } = stage;
  return {
    kind: "slow",
    hours,
    before: async () => {
      await fault();
      for (const ms of [20, 30, 90, 150]) agenda.at(after(world.now(), ms * minute), "a fault is over");
    },
    behind: async () => void (await mend()),
  };
}

const faults = ["before", "after", "500", "429", "truncate", "empty", "close"];

/** Lets the gateway's answers to the next charges go wrong. */
export function breaks(stage: Stage, kind: string, n = 1): Promise<unknown> {
  const path = stage.method === "card" ? "/v1/payment_intents/*/confirm" : "/v2/checkout/**";
  return stage.world.gateways[stage.method].post("/faults", { kind, method: "POST", path, n });
}

/** Lets them go right again. */
export const mends = (stage: Stage) => () => stage.world.gateways[stage.method].post("/faults/clear");
/** How an answer goes wrong, by the buyer's chance. */
export const kindOf = ({ buyer }: Stage) => faults[Math.floor(buyer.random() * faults.length)] ?? "after";
