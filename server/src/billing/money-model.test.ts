import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { makeSeries } from "#test/factories";
import { faultsOfBooks, faultsOfGateway } from "#test/money-rules";
import { type MadeMember, makeMember } from "#test/people";
import { orderOf, payOrder, type TestShop, testShop } from "#test/purchases";
import { timeLimit } from "../../../tools/time-limit.ts";
import { inspectPayment } from "./charging/inspect.ts";
import { GatewayBusy, GatewayRefused, GatewayUnknown } from "./records/gateway.ts";
import { RefundError, refundOrder } from "./settlement/refund.ts";

/** `npm run test:long` sets a higher number and another seed. */
const operations = Number(process.env["MONEY_OPERATIONS"] ?? 150);
const seed = Number(process.env["MONEY_SEED"] ?? 20_261_120);

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

test(`case 66, R48: whatever happens in whatever order, and whatever fails, no customer is charged twice and the ledger is right`, {
  timeout: timeLimit(60 + operations * 0.6),
}, async () => {
  const begun = performance.now();
  const report = (done: number) => {
    const seconds = Math.round((performance.now() - begun) / 1000);
    if (operations > 1_000 && done % 500 === 0) process.stdout.write(`${done} operations in ${seconds} s\n`);
  };
  const { faults, paid } = await runMoney(shop, { operations, seed, report });
  expect(faults).toEqual([]);
  expect(paid).toBeGreaterThan(operations / 40);
});

/** Returns a random number generator; the same seed is the same run. */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Members, their orders, and a random number generator. */
interface Run {
  shop: TestShop;
  random: () => number;
  people: MadeMember[];
  series: string[];
  orders: { buyer: MadeMember; id: string }[];
  done: Record<string, number>;
}

const cards = [
  "pm_card_visa",
  "pm_card_visa",
  "pm_card_mastercard",
  "pm_card_chargeDeclined",
  "pm_card_chargeDeclinedInsufficientFunds",
  "pm_card_threeDSecure2Required",
  "pm_card_threeDSecureRequiredChargeDeclined",
  "pm_of_nobody",
];
const faultKinds = ["before", "after", "500", "429", "409", "truncate", "empty", "close"];
const faultPaths = [
  "/v1/payment_intents",
  "/v1/payment_intents/*",
  "/v1/payment_intents/*/*",
  "/v1/refunds",
  "/v1/**",
];

type Action = (run: Run) => Promise<unknown>;

/** The actions, with their relative frequency. */
const actions: readonly [string, number, Action][] = [
  ["order", 14, order],
  ["order twice at once", 3, async (run) => Promise.all([order(run), order(run)])],
  ["pay", 24, async (run) => payOne(run, 1)],
  ["pay three times at once", 6, async (run) => payOne(run, 3)],
  ["pass or fail at the bank", 10, authenticate],
  ["cancel", 4, cancel],
  ["inspect", 8, inspect],
  ["inspect three times at once", 3, async (run) => Promise.all([inspect(run), inspect(run), inspect(run)])],
  ["gateway breaks", 10, breakGateway],
  ["gateway recovers", 5, async ({ shop }) => shop.stand.delete("/faults")],
  ["gateway forgets its keys", 2, async ({ shop }) => shop.stand.post("/idempotency/prune")],
  ["a refund in the gateway's dashboard", 2, refundThere],
  ["the operator refunds", 2, refundHere],
  ["due work runs", 12, ({ shop }) => shop.work()],
  ["minutes pass", 6, ({ shop, random }) => wait(shop, 10 + random() * 600)],
  ["an hour passes", 1, ({ shop }) => wait(shop, 3_600)],
];
const weights = actions.reduce((sum, [, weight]) => sum + weight, 0);

/**
 * Runs random actions and checks the records on the way; returns how often each ran, and the violated
 * invariants.
 */
async function runMoney(
  shop: TestShop,
  {
    operations,
    seed,
    report = () => undefined,
  }: { operations: number; seed: number; report?: (done: number) => void },
): Promise<{ done: Record<string, number>; faults: string[]; orders: number; paid: number }> {
  const random = sequence(seed);
  const run: Run = { shop, random, people: [], series: [], orders: [], done: {} };
  const faults: string[] = [];
  await renew(run);
  for (let n = 1; n <= operations && faults.length === 0; n++) {
    const [name, , action] = pickAction(random);
    run.done[name] = (run.done[name] ?? 0) + 1;
    // A refused action is as good as a successful one: only the records count.
    await action(run).catch((error: unknown) => expectRefusal(error));
    if (n % 100 === 0) {
      faults.push(...(await faultsOfBooks(shop)));
      report(n);
    }
    if (n % 250 === 0) await renew(run);
  }
  await quieten(shop);
  faults.push(...(await faultsOfBooks(shop)), ...(await faultsOfGateway(shop)));
  const { rows } = await sql<{ paid: number; orders: number }>`select count(*)::int as orders,
    count(*) filter (where paid_at is not null)::int as paid from purchase_order`.execute(shop.database.db);
  return { done: run.done, faults, orders: rows[0]?.orders ?? 0, paid: rows[0]?.paid ?? 0 };
}

/** The gateway's errors may reach the caller, and so may a refused refund; our own errors must not. */
function expectRefusal(error: unknown): void {
  const expected = [GatewayBusy, GatewayUnknown, GatewayRefused, RefundError, AggregateError];
  if (!expected.some((kind) => error instanceof kind)) throw error;
}

function pickAction(random: () => number): (typeof actions)[number] {
  let left = random() * weights;
  for (const action of actions) {
    left -= action[1];
    if (left < 0) return action;
  }
  throw new Error("There is nothing to do");
}

const pick = <T>(random: () => number, list: readonly T[]): T | undefined =>
  list[Math.floor(random() * list.length)];

/** Makes new members and series: the previous ones own everything, or were declined too often. */
async function renew(run: Run): Promise<void> {
  run.people = [];
  for (let n = 0; n < 6; n++) {
    const member = await makeMember(run.shop);
    member.address = `203.0.${Math.floor(run.random() * 250)}.${Math.floor(run.random() * 250)}`;
    run.people.push(member);
  }
  run.series = [(await makeSeries(run.shop)).id, (await makeSeries(run.shop)).id];
}

async function order(run: Run): Promise<void> {
  const { random } = run;
  const buyer = pick(random, run.people);
  const series = random() < 0.6 ? pick(random, run.series) : undefined;
  if (!buyer) return;
  const choice = series === undefined ? { plan: Math.floor(random() * 3) } : { seriesId: series };
  const { info } = await orderOf(buyer, choice);
  const id = info?.order?.id;
  if (id) run.orders = [...run.orders.slice(-30), { buyer, id }];
}

async function payOne(run: Run, times: number): Promise<void> {
  const chosen = pick(run.random, run.orders.slice(-8));
  if (!chosen) return;
  const some = Array.from({ length: times }, () => pick(run.random, cards));
  await Promise.all(some.map((card) => payOrder(chosen.buyer, chosen.id, card)));
}

/** Also without a pending authentication in our records: pages stay open for long. */
async function authenticate({ shop, random }: Run): Promise<void> {
  const { rows } = await sql<{ remote_id: string }>`select remote_id from payment
    where remote_id is not null and state <> 'succeeded' order by state = 'action' desc, created_at desc limit 6`.execute(
    shop.database.db,
  );
  const remote = pick(random, rows)?.remote_id;
  const outcome = random() < 0.7 ? "pass" : "fail";
  if (remote !== undefined)
    await shop.stand.post(`/intents/${remote}/authenticate`, { outcome }).catch(() => undefined);
}

async function cancel(run: Run): Promise<void> {
  const chosen = pick(run.random, run.orders);
  await chosen?.buyer.call("POST", "/api/payment/cancel", { orderId: chosen.id });
}

async function inspect({ shop, random }: Run): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select id from payment order by created_at desc limit 10`.execute(shop.database.db);
  const id = pick(random, rows)?.id;
  if (id !== undefined) await inspectPayment(shop.billing, id, "webhook");
}

async function breakGateway({ shop, random }: Run): Promise<void> {
  const fault = {
    kind: pick(random, faultKinds),
    path: pick(random, faultPaths),
    n: 1 + Math.floor(random() * 3),
  };
  await shop.stand.post("/faults", fault);
}

async function refundThere({ shop, random }: Run): Promise<void> {
  const { rows } = await sql<{
    remote_id: string;
  }>`select capture.remote_id from capture order by at desc limit 10`.execute(shop.database.db);
  const charge = pick(random, rows)?.remote_id;
  const body = random() < 0.5 ? {} : { amount: 100 };
  if (charge !== undefined) await shop.stand.post(`/charges/${charge}/refund`, body).catch(() => undefined);
}

async function refundHere(run: Run): Promise<void> {
  const chosen = pick(run.random, run.orders);
  const amount = run.random() < 0.5 ? null : 150;
  if (chosen)
    await refundOrder(run.shop.billing, chosen.id, amount, {
      by: "operator",
      actor: commandActor(),
      reason: null,
    });
}

async function wait(shop: TestShop, seconds: number): Promise<void> {
  await shop.advance(Math.round(seconds));
}

/** Removes all faults and lets time pass until nothing is in flight. */
async function quieten(shop: TestShop): Promise<void> {
  await shop.stand.delete("/faults");
  for (const seconds of [6, 70, 600, 3_600, 7_200, 21_600, 86_400, 86_400, 86_400]) {
    await wait(shop, seconds);
    await pause(50);
    await shop.work();
  }
  // No webhook reaches a test without a listening port: every payment is inspected once, as the event list
  // would cause.
  const { rows } = await sql<{ id: string }>`select id from payment where remote_id is not null`.execute(
    shop.database.db,
  );
  for (const { id } of rows) await inspectPayment(shop.billing, id, "sweep");
  await shop.work();
}
