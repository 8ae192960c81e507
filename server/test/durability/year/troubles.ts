import type { CrashPoint } from "../../faults.ts";
import { type Agenda, after, day, hour, minute } from "./agenda.ts";
import type { Method } from "./gateways.ts";
import { pick } from "./journal.ts";
import type { Follower } from "./membership.ts";
import type { World } from "./world.ts";

/** Steps of a charge, of a new method and of a saved one, at which a node may die. */
export const steps: readonly CrashPoint[] = [
  "begun",
  "created",
  "stored",
  "fetched",
  "charging",
  "charged",
  "settling",
  "settled",
];

/** What a run of troubles needs. */
export interface Weather {
  world: World;
  agenda: Agenda;
  follower: Follower;
  random: () => number;
  counts: Record<string, number>;
}

/** How often each trouble comes in a year. */
const yearly = [
  [killNode, 12],
  [killPostgres, 6],
  [away, 6],
  [webhooks, 56],
  [loseAnswer, 14],
] as const;

/**
 * Spreads over the days what happens to the machines: nodes die in the middle of payments and renewals, PostgreSQL dies beneath
 * them, a gateway is away for hours, webhooks are lost, doubled, or come in the wrong order, and PayPal charges a saved account in
 * a single step whose answer is lost.
 */
export function spreadTroubles(weather: Weather, first: Date, days: number): void {
  const { random } = weather;
  for (const [kind, times] of yearly)
    for (let no = 0; no < Math.max(1, Math.round((times * days) / 372)); no++)
      kind(weather, after(first, (2 + Math.floor(random() * (days - 4))) * day));
}

/** The end of the next period that a charge follows, from a day on; that day's noon where there is none. */
function nextRenewal({ follower }: Weather, from: Date, by: Method | null = null): Date {
  const ends = follower.all
    .filter(({ ended, fate, until }) => !ended && fate.kind !== "ends" && until > from)
    .filter(({ method, fate }) => by === null || (method === by && fate.kind === "renews"))
    .map(({ until }) => until.getTime());
  return ends.length > 0 ? new Date(Math.min(...ends)) : after(from, day / 2);
}

/** Both nodes are told to die at a step of the next charge that they make; where they make none, they die anyway. */
function killNode(weather: Weather, noon: Date): void {
  const { world, agenda, random } = weather;
  agenda.at(after(noon, -day / 2), "a renewal is chosen", async () => {
    const renewal = nextRenewal(weather, world.now());
    const deaths = world.nodes.map((node) => ({ node, step: pick(random, steps), before: 0 }));
    agenda.at(after(renewal, -2 * minute), "nodes are told to die", async () => {
      for (const death of deaths) {
        death.before = death.node.kills();
        death.node.kill(death.step);
      }
    });
    agenda.at(after(renewal, 3 * hour), "nodes die", async () => {
      for (const { node, before } of deaths) if (node.kills() === before) node.kill();
      await world.settle();
    });
  });
}

function killPostgres(weather: Weather, noon: Date): void {
  const { world, agenda } = weather;
  agenda.at(after(noon, -day / 2), "a renewal is chosen", async () => {
    agenda.at(
      after(nextRenewal(weather, world.now()), -2 * minute),
      "PostgreSQL dies in renewals",
      async () => {
        await world.jump(6 * 60);
        await world.killPostgres();
        await world.settle();
      },
    );
  });
}

/** PayPal takes the money of the next renewal there, and nobody hears its answer. */
function loseAnswer(weather: Weather, noon: Date): void {
  const { world, agenda, counts } = weather;
  const { paypal } = world.gateways;
  agenda.at(after(noon, -day / 2), "a renewal at PayPal is chosen", async () => {
    const renewal = nextRenewal(weather, world.now(), "paypal");
    agenda.at(after(renewal, -2 * minute), "an answer of PayPal is to be lost", async () => {
      if (!paypal.isUp()) return;
      const { id } = (await paypal.post("/faults", {
        kind: "after",
        method: "POST",
        path: "/v2/checkout/orders",
        n: 1,
      })) as { id: string };
      agenda.at(after(renewal, 30 * minute), "PayPal answers again", async () => {
        if (!paypal.isUp()) return;
        const { faults } = (await paypal.get("/faults")) as { faults: { id: string }[] };
        if (!faults.some((fault) => fault.id === id)) add(counts, "answers of PayPal lost after a charge");
        else await paypal.post("/faults/clear");
      });
    });
  });
}

/** A gateway is away from before noon until the afternoon, unless that would meet a refusal with days of its own. */
function away(weather: Weather, noon: Date): void {
  const { world, agenda, follower, random, counts } = weather;
  const method: Method = random() < 0.5 ? "card" : "paypal";
  agenda.at(after(noon, -2 * minute), `the gateway of ${method} goes away`, async () => {
    const near = follower.all.some(
      ({ fate, until, ended, open }) =>
        !ended &&
        (open ||
          (fate.kind !== "renews" &&
            fate.kind !== "ends" &&
            Math.abs(until.getTime() - noon.getTime()) < 9 * day)),
    );
    if (near) return away(weather, after(noon, day));
    if (!world.gateways[method].isUp()) return;
    await world.leave(method);
    add(counts, `times that the gateway of ${method} was away`);
    agenda.at(after(noon, 4 * hour), `the gateway of ${method} is back`, async () => {
      await world.comeBack(method);
      await world.settle();
    });
    for (const ms of [5 * hour, 6 * hour, 7 * hour, 7.5 * hour])
      agenda.at(after(noon, ms), "a gateway is asked again");
  });
}

function webhooks({ world, agenda, random, counts }: Weather, noon: Date): void {
  const method: Method = random() < 0.5 ? "card" : "paypal";
  const how = pick(random, ["lost", "doubled", "out of order"] as const);
  const plan = {
    lost: { action: "drop" },
    doubled: { action: "send", copies: 3 },
    "out of order": { action: "hold" },
  }[how];
  const [path, release] =
    method === "card" ? ["/deliveries/plan", "/deliveries/release"] : ["/delivery-plan", "/events/release"];
  const when = (run: () => Promise<unknown>) => async () => {
    if (world.gateways[method].isUp()) await run();
  };
  agenda.at(
    after(noon, -5 * hour),
    `webhooks of ${method} are ${how}`,
    when(async () => {
      add(counts, `days on which webhooks were ${how}`);
      await world.gateways[method].post(path, { ...plan, types: "**" });
    }),
  );
  agenda.at(
    after(noon, 9 * hour),
    `webhooks of ${method} go well again`,
    when(async () => {
      await world.gateways[method].post(path, { action: "send" });
      await world.gateways[method].post(release, { reversed: true });
      await world.settle();
    }),
  );
}

function add(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}
