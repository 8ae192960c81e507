import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { refundOrder } from "#billing";
import { commandActor } from "#platform/actor";
import { makeSeries } from "#test/factories";
import {
  approveAtPayPal,
  authenticate,
  type Subscriber,
  type TestMemberships,
  testMemberships,
} from "#test/memberships";
import { type Scrape, scrape } from "#test/metrics";
import { moneyLabels } from "#test/money-labels";
import { type MadeMember, makeMember } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../tools/time-limit.ts";
import { type App, createApp } from "../src/app.ts";

vi.setConfig({ testTimeout: timeLimit(180) });

const MINUTE_SECONDS = 60;
const HOUR_MS = 3_600_000;
/** An issue that PayPal does not have. */
const INVENTED = "BRAND_NEW_ISSUE_OF_2031";

let shop: TestMemberships;
/** Does the shop's background work, in its own rhythm; what only a worker counts is counted here. */
let worker: App;
/** What both processes counted, the gateways delivered and the shop stored, before the hour and after it. */
let before: Counts;
let after: Counts;
// The hour passes here, once: a test that is tried again reads the same counts.
beforeAll(async () => {
  shop = await testMemberships(undefined, { METRICS_PORT: "0" }, { readsBooks: true });
  await beginHour();
  before = await readCounts();
  await passHour();
  after = await readCounts();
}, timeLimit(240));
afterAll(async () => {
  await worker?.stop(0);
  await shop?.close();
});

const byName = (one = "", other = "") => one.localeCompare(other);

/** Reads the metrics of both processes. */
const read = () => Promise.all([scrape(shop.metricsPort), scrape(worker.metricsPort)]);

/** The metrics of money that only grow; of histograms their number of observations. */
const counted = [
  "orders_total",
  "payment_attempts_total",
  "payment_seconds_count",
  "merchant_faults_total",
  "renewals_total",
  "gateway_errors_total",
];

/** Returns how much each series of some metrics has grown in both processes together. */
function growth(before: Scrape[], after: Scrape[], names: readonly string[]): Record<string, number> {
  const sums: Record<string, number> = {};
  const add = (scrapes: Scrape[], sign: number) => {
    for (const { name, labels, value } of scrapes.flatMap(({ series }) => series)) {
      if (!names.includes(name)) continue;
      const key = [name.replace(/_(total|count)$/, ""), ...Object.values(labels)].join(" ");
      sums[key] = (sums[key] ?? 0) + sign * value;
    }
  };
  add(after, 1);
  add(before, -1);
  return Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0));
}

async function openWorker(): Promise<App> {
  const { config, database, store, clock } = shop;
  return createApp({ config, log: silentLog, clock, database, store, web: null, role: "worker" });
}

async function orderSeries(member: MadeMember, method: "card" | "paypal") {
  const { id: seriesId } = await makeSeries(shop);
  return orderOf(member, { seriesId, method });
}

/** Pays as a customer does whom a busy database had asked to try again. */
async function payWhenServed(member: MadeMember, orderId: string, card: string) {
  const pay = async () => {
    const paid = await payOrder(member, orderId, card);
    expect(paid.code, `${card}: ${paid.reason}`).not.toBe(503);
    return paid;
  };
  return vi.waitFor(pay, { timeout: timeLimit(30), interval: 250 });
}

/** Pays a series by card; returns its order. */
async function unlock(cards: readonly string[]): Promise<string> {
  const member = await makeMember(shop);
  const { info } = await orderSeries(member, "card");
  for (const card of cards) {
    const paid = await payWhenServed(member, info.order.id, card);
    if (!paid.info?.next) continue;
    await authenticate(shop, paid.info);
    await payWhenServed(member, info.order.id, card);
  }
  // A slow answer of the gateway is booked after the call has returned.
  await until(() => stateOf(info.order.id), "paid");
  return info.order.id;
}

async function approve({ info }: Awaited<ReturnType<typeof orderOf>>): Promise<void> {
  await approveAtPayPal(shop, new URL(info.next?.url ?? "").searchParams.get("token") ?? "", "funded");
}

async function refund(orderId: string): Promise<void> {
  await refundOrder(shop.billing, orderId, null, { by: "operator", actor: commandActor(), reason: null });
}

async function dispute(orderId: string): Promise<void> {
  const { rows } = await shop.database.pool.query("select remote_id from payment where order_id = $1", [
    orderId,
  ]);
  await shop.stripe.post(`/charges/${rows[0].remote_id}/dispute`, {});
}

const stateOf = async (orderId: string) =>
  (await shop.database.pool.query("select state from purchase_order where id = $1", [orderId])).rows[0].state;

/** Waits until a value is reached; `expect.poll` does that only inside a test. */
async function until<T>(read: () => Promise<T>, wanted: T, seconds = 30): Promise<void> {
  const check = async () => expect(await read()).toEqual(wanted);
  await vi.waitFor(check, { timeout: timeLimit(seconds), interval: 250 });
}

/** Returns whether no webhook is on its way. */
async function isAllDelivered(): Promise<boolean> {
  const lists = [await shop.stripe.get("/events"), await shop.paypal.get("/events")] as GatewayEvents[];
  const sent = lists.flatMap(({ events }) => events.flatMap(({ deliveries }) => deliveries));
  return sent.every(({ state }) => state === "done");
}

/** Waits until neither the gateways nor the worker have anything left to do. */
async function rest(): Promise<void> {
  const isIdle = async () => {
    const { rows } = await shop.database.pool.query(
      "select count(*)::int as n from webhook_inbox where next_at is not null",
    );
    return (await isAllDelivered()) && rows[0].n === 0;
  };
  await until(isIdle, true, 60);
}

interface GatewayEvents {
  events: { id: string; type: string; deliveries: { state: string; tries: { status: number }[] }[] }[];
}

/** Counts the webhooks that each gateway says it has delivered, by type. */
async function delivered(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const gateway of ["stripe", "paypal"] as const) {
    const { events } = (await shop[gateway].get("/events")) as GatewayEvents;
    for (const { type, deliveries } of events) {
      const tries = deliveries.flatMap((one) => one.tries).filter(({ status }) => status === 200);
      const key = `${gateway} ${type}`;
      counts[key] = (counts[key] ?? 0) + tries.length;
    }
  }
  return counts;
}

/** Counts the stored webhooks, by gateway, type and outcome. */
async function inbox(): Promise<Record<string, number>> {
  const { rows } = await shop.database.pool.query(
    "select gateway || ' ' || type as key, state, count(*)::int as n from webhook_inbox group by 1, 2",
  );
  return Object.fromEntries(rows.map(({ key, state, n }) => [`${key} ${state}`, n]));
}

/** What the hour's customers did; filled by the script. */
let renewed: Subscriber;
let refused: Subscriber;
let disputed: string;

async function beginHour(): Promise<void> {
  renewed = await shop.subscribe(7);
  refused = await shop.subscribe(7);
  const { period_end: end } = await shop.stored(renewed.subscriptionId);
  // No worker runs yet: what arrives is left for it.
  await until(isAllDelivered, true, 60);
  await shop.at(new Date(end.getTime() - 30 * 60_000));
  // Stripe's lines of what is sold from now on come after the hour.
  await shop.stripe.put("/settlement", { delay: 24 * 60 * MINUTE_SECONDS });
  worker = await openWorker();
  await rest();
}

/**
 * Moves the clocks when no webhook is on its way: one that was signed before and arrives after would be
 * older than Stripe's tolerance of 300 seconds (docs.stripe.com/webhooks/signature), and refused once.
 */
async function advanceAtRest(seconds: number): Promise<void> {
  await rest();
  await shop.advance(seconds);
}

/** The hour: purchases, faults, refusals, two renewals, a refund and a dispute. */
async function passHour(): Promise<void> {
  const declined = await unlock(["pm_card_chargeDeclined", "pm_card_visa"]);
  disputed = await unlock(["pm_card_authenticationRequired"]);
  await advanceAtRest(10 * MINUTE_SECONDS);
  const member = await makeMember(shop);
  await approve(await orderOf(member, { plan: 1, method: "paypal" }));
  for (const issue of ["PAYEE_ACCOUNT_RESTRICTED", INVENTED]) {
    await shop.paypal.post("/orders/next", { issue });
    await orderSeries(await makeMember(shop), "paypal");
  }
  await approve(await orderSeries(await makeMember(shop), "paypal"));
  for (const gateway of ["stripe", "paypal"])
    await fetch(`${shop.origin}/api/webhook/payment/${gateway}`, { method: "POST", body: "{}" });
  await advanceAtRest(10 * MINUTE_SECONDS);
  await refund(declined);
  await until(() => stateOf(declined), "refunded");
  await dispute(disputed);
  await until(() => stateOf(disputed), "disputed");
  await shop.stripe.post("/declines", {
    outcome: "insufficient_funds",
    of: refused.card,
    offSession: true,
    n: 1,
  });
  await advanceAtRest(10 * MINUTE_SECONDS + 5);
  const states = async () => [
    (await shop.stored(renewed.subscriptionId)).period_no,
    (await shop.stored(refused.subscriptionId)).state,
  ];
  await until(states, [2, "past_due"]);
  await advanceAtRest(30 * MINUTE_SECONDS - 5);
  await rest();
}

async function readCounts() {
  return { metrics: await read(), sent: await delivered(), stored: await inbox() };
}
type Counts = Awaited<ReturnType<typeof readCounts>>;

/** Returns how much each number has grown. */
function difference(before: Record<string, number>, after: Record<string, number>): Record<string, number> {
  const grown = Object.entries(after).map(([key, value]) => [key, value - (before[key] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, value]) => value !== 0));
}

/** What the script adds up to. Opened orders and those whose charge failed are pending. */
const expected = {
  "orders pending": 8 + 2,
  "orders processing": 7,
  "orders paid": 5,
  "orders refunded": 1,
  "orders disputed": 1,
  "payment_attempts stripe card customer declined generic_decline": 1,
  "payment_attempts stripe card customer succeeded none": 2,
  "payment_attempts stripe card merchant declined insufficient_funds": 1,
  "payment_attempts stripe card merchant succeeded none": 1,
  "payment_attempts paypal paypal customer succeeded none": 2,
  "payment_attempts paypal paypal customer merchant_fault PAYEE_ACCOUNT_RESTRICTED": 1,
  "payment_attempts paypal paypal customer merchant_fault other": 1,
  "payment_seconds stripe create": 4,
  "payment_seconds stripe confirm": 5,
  "payment_seconds stripe settle": 5,
  "payment_seconds paypal create": 4,
  "payment_seconds paypal confirm": 2,
  "payment_seconds paypal settle": 2,
  "merchant_faults paypal PAYEE_ACCOUNT_RESTRICTED": 1,
  "merchant_faults paypal other": 1,
  "gateway_errors paypal merchant": 2,
  "renewals stripe paid 1": 1,
  "renewals stripe declined 1": 1,
};

test("case 89: after a scripted hour, purchases, faults and renewals are counted exactly", async () => {
  expect(growth(before.metrics, after.metrics, counted)).toEqual(expected);

  const calls = growth(before.metrics, after.metrics, ["gateway_request_seconds_count"]);
  expect(calls).toMatchObject({
    "gateway_request_seconds stripe charge": 5,
    "gateway_request_seconds stripe refund": 1,
    "gateway_request_seconds paypal charge": 2,
  });

  const webhooks = growth(before.metrics, after.metrics, ["webhooks_total"]);
  const sent = difference(before.sent, after.sent);
  expect(Object.keys(sent).length).toBeGreaterThan(5);
  const arrived: Record<string, number> = {};
  const handled: Record<string, number> = {};
  for (const [key, value] of Object.entries(webhooks)) {
    const [, gateway, type, outcome = ""] = key.split(" ");
    const sums = /^(stored|duplicate)$/.test(outcome)
      ? arrived
      : /^(done|ignored)$/.test(outcome)
        ? handled
        : {};
    sums[`${gateway} ${type}`] = (sums[`${gateway} ${type}`] ?? 0) + value;
  }
  expect(arrived).toEqual(sent);
  const done = Object.entries(handled).map(([key, value]) => [`${key} done`, value] as const);
  expect(difference(before.stored, after.stored)).toEqual(Object.fromEntries(done));
  expect(growth(before.metrics, after.metrics, ["webhook_lag_seconds_count"])).toEqual({
    webhook_lag_seconds: done.reduce((sum, [, value]) => sum + value, 0),
  });
  for (const gateway of ["stripe", "paypal"]) expect(webhooks[`webhooks ${gateway} other rejected`]).toBe(1);
});

/** Lets both processes take a round of figures; one of them reads. */
async function readFigures(): Promise<Scrape> {
  for (const node of [shop, worker, shop, worker]) await node.figures?.round();
  return scrape(shop.metricsPort);
}

test("case 89: after it, the figures of money are those of the script", async () => {
  const figures = await readFigures();
  const gauges = (name: string) =>
    Object.fromEntries(
      figures.series
        .filter((one) => one.name === name && one.value !== 0)
        .map(({ labels, value }) => [Object.values(labels).join(" "), value]),
    );
  for (const name of [
    "payments_in_doubt",
    "payments_in_doubt_oldest_seconds",
    "webhook_inbox_waiting",
    "refunds_pending",
    "refunds_pending_oldest_seconds",
    "disputes_due_72h",
    "renewals_due",
    "renewals_overdue",
    "renewals_late_seconds",
    "recon_findings",
    "ledger_unbalanced",
  ])
    expect([name, gauges(name)]).toEqual([name, {}]);
  expect(gauges("disputes_open")).toEqual({ "": 1 });
  expect(gauges("memberships")).toEqual({ "active auto": 2, "past_due auto": 1 });
  expect(gauges("reviews_open")).toEqual({ dispute: 1, merchant_fault: 2 });
  // Two unlocks and a renewal by card; PayPal settles at once.
  expect(gauges("money_unsettled")).toEqual({ USD: 2 * 699 + 999 });
  const swept = figures.series.filter(({ name }) => name === "sweep_age_seconds");
  expect(swept.map(({ labels }) => labels["gateway"]).toSorted(byName)).toEqual(["paypal", "stripe"]);
});

test("case 89: no label of the metrics of money has a value beyond its list", async () => {
  const seen = new Set<string>();
  for (const { series } of await read())
    for (const { name, labels } of series) {
      const metric = moneyLabels[name] ? name : name.replace(/_(bucket|sum|count)$/, "");
      const known = moneyLabels[metric];
      if (!known) continue;
      seen.add(metric);
      const { le: _le, ...own } = labels;
      expect(Object.keys(own), metric).toEqual(Object.keys(known));
      for (const [label, value] of Object.entries(own)) {
        const list = known[label];
        const isKnown = list instanceof RegExp ? list.test(value) : list?.includes(value);
        expect([isKnown, metric, label, value]).toEqual([true, metric, label, value]);
        expect(value).not.toContain(INVENTED);
      }
    }
  expect([...seen].toSorted()).toEqual(Object.keys(moneyLabels).toSorted());
});

test("case 89: a dispute without evidence counts as due from 72 hours before its deadline until it ends", async () => {
  const { rows } = await shop.database.pool.query("select due_by from dispute_case where order_id = $1", [
    disputed,
  ]);
  const dueBy = (rows[0].due_by as Date).getTime();
  const dueAt = async (moment: number) => {
    await shop.advance((moment - shop.clock.now().getTime()) / 1000);
    return (await readFigures()).value("disputes_due_72h");
  };
  expect(await dueAt(dueBy - 73 * HOUR_MS)).toBe(0);
  expect(await dueAt(dueBy - 71 * HOUR_MS)).toBe(1);
  await shop.advance(72 * 3600);
  const due = async () => (await readFigures()).value("disputes_due_72h");
  await expect.poll(due, { timeout: timeLimit(60), interval: 500 }).toBe(0);
});
