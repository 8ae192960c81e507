import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readConfig } from "#platform/config";
import { ClockError } from "#platform/db/verified-clock";
import { type DuePoller, startDue } from "#platform/jobs/due";
import type { Log } from "#platform/log";
import { makeSeries } from "#test/factories";
import { type LogLine, openLogLines } from "#test/log-lines";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { callAs, makeMember } from "#test/people";
import { type Bought, orderOf } from "#test/purchases";
import { raisedLimits } from "#test/raised-limits";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../tools/time-limit.ts";
import { type App, createApp } from "../src/app.ts";

vi.setConfig({ testTimeout: timeLimit(120) });

const HOUR_MS = 3_600_000;
/** Long enough for several polls and for the health check. */
const WATCH_MS = 1_500;
/** Each poll asks for every kind of work, so that faster ones would use the machine for nothing else. */
const POLL_MS = 200;

let shop: TestMemberships;
let subscribers: Subscriber[];
let right: App;
let wrong: App;
let lines: LogLine[];
let pollers: DuePoller[];
/** By how much the wrong node's machine has jumped. */
let jumpMs = 0;

beforeAll(async () => {
  shop = await testMemberships();
  subscribers = [await shop.subscribe(30), await shop.subscribe(30), await shop.subscribe(30)];
  const jumping = {
    now: () => new Date(shop.clock.now().getTime() + jumpMs),
    machine: () => new Date(Date.now() + jumpMs),
  };
  const kept = openLogLines();
  lines = kept.lines;
  right = await openNode(shop.clock, silentLog);
  wrong = await openNode(jumping, kept.log);
  await wrong.http.ready();
  const { db, upkeep } = shop.database;
  pollers = [
    startDue({ db, upkeep, clock: shop.clock, log: silentLog, pollMs: POLL_MS }, right.dueTasks),
    startDue({ db, upkeep, clock: jumping, log: kept.log, pollMs: POLL_MS }, wrong.dueTasks),
  ];
});
afterAll(async () => {
  await Promise.all(pollers.map((poller) => poller.stop()));
  await right.stop(0);
  await wrong.stop(0);
  await shop.close();
});

function openNode(clock: Parameters<typeof createApp>[0]["clock"], log: Log): Promise<App> {
  const config = readConfig({ ...raisedLimits, DATA_DIR: shop.dataDir, LOG_LEVEL: "silent" }, shop.dataDir);
  const { stripe, paypal } = shop.gateways;
  return createApp({ ...shop, config: { ...config, stripe, paypal }, clock, log, web: null, role: "web" });
}

const readiness = async () => (await wrong.http.inject("/readyz")).body.split(":", 1)[0]?.trim();
const charges = (no: number) =>
  Promise.all(subscribers.map(async ({ subscriptionId: id }) => (await shop.charges(id))[no] ?? 0));
const sessions = async () => {
  const { rows } = await shop.database.pool.query("select id from session order by id");
  return rows.map(({ id }) => id);
};

test.each([
  ["an hour ahead", HOUR_MS, 2],
  ["an hour behind", -HOUR_MS, 3],
])(
  "O40: a node whose clock jumps to %s charges and removes nothing, while the other node renews each membership once",
  async (_name, jump, period) => {
    const [first] = subscribers as [Subscriber];
    const { period_end: end } = await shop.stored(first.subscriptionId);
    await shop.advance((end.getTime() - HOUR_MS / 2 - shop.clock.now().getTime()) / 1000);
    // Ends in half an hour: the wrong clock would remove it now.
    await shop.database.pool.query("update session set last_seen_at = $1, ends_at = $2", [
      shop.clock.now(),
      new Date(shop.clock.now().getTime() + HOUR_MS / 2),
    ]);
    const buyer = await makeMember(shop);
    const ordered = await orderOf(buyer);
    const series = await makeSeries(shop);
    const watch = `/api/video/episode?id=${series.episodes[0]?.id}`;
    const { hls } = (await right.http.inject(watch)).json().info.playback;
    await expect.poll(readiness).toBe("ready");
    const saved = await sessions();
    lines.length = 0;

    jumpMs = jump;
    // Before any health check has noticed.
    expect(saved.length).toBeGreaterThan(0);
    const renewals = wrong.tasks.find(({ name }) => name === "renewals");
    await expect(renewals?.run(wrong.billing)).rejects.toThrow(ClockError);
    await expect.poll(readiness, { timeout: timeLimit(5) }).toBe("clock");
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    expect(await charges(period)).toEqual([0, 0, 0]);
    expect(await sessions()).toEqual(saved);
    expect((await right.http.inject(hls)).statusCode).toBe(200);
    const payment = await callAs<Bought>(wrong, buyer, "POST", "/api/payment/pay", {
      orderId: ordered.info.order.id,
      method: "card",
      paymentMethod: "pm_card_visa",
      firstName: "Ada",
      lastName: "Lovelace",
      email: "ada@example.com",
    });
    expect([payment.status, payment.reason]).toEqual([503, "unavailable"]);

    await shop.advance(HOUR_MS / 2 / 1000 + 1);
    await expect.poll(() => charges(period), { timeout: timeLimit(20) }).toEqual([1, 1, 1]);
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    expect(await charges(period)).toEqual([1, 1, 1]);
    for (const { subscriptionId } of subscribers)
      expect(await shop.stored(subscriptionId)).toMatchObject({ state: "active", period_no: period });

    jumpMs = 0;
    await expect.poll(readiness, { timeout: timeLimit(5) }).toBe("ready");
    const said = lines.filter(({ msg }) => /^(Not ready|Ready again)/.test(msg));
    expect(said.map(({ level, msg }) => [level, msg.split(":", 1)[0]])).toEqual([
      [50, "Not ready"],
      [30, "Ready again"],
    ]);
  },
);
