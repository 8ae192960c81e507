import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLedgerBalanced } from "#billing";
import { secondNode } from "#test/app";
import type { ChargeTask } from "#test/charge-process";
import { runDueTasks } from "#test/due";
import type { CrashPoint } from "#test/faults";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { orderChange } from "#test/plan-changes";
import type { RenewalTask } from "#test/renewal-process";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { later } from "../subscriptions/period.ts";

const chargeProgram = fileURLToPath(import.meta.resolve("#test/charge-process"));
const renewalProgram = fileURLToPath(import.meta.resolve("#test/renewal-process"));
const minute = 60_000;

let shop: TestMemberships;
/** Another node on the same database, which does due work at the same moment. */
let second: Awaited<ReturnType<typeof secondNode>>;
beforeAll(async () => {
  shop = await testMemberships();
  await shop.paypal.put("/settings", { tokenSeconds: 100_000_000 });
  second = await secondNode(shop, shop.config);
}, timeLimit(120));
afterAll(async () => {
  await second?.stop(0);
  await shop?.close();
});

const endOf = async ({ subscriptionId }: Subscriber) => (await shop.stored(subscriptionId)).period_end;

/** Runs a program that ends itself with SIGKILL. */
async function crash(program: string, task: ChargeTask | RenewalTask): Promise<void> {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: "inherit" });
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
  if (signal !== "SIGKILL") throw new Error(`The process was not killed, it ended with ${code}`);
}

const common = () => ({ databaseUrl: shop.database.url, dataDir: shop.dataDir });

/** Pays an order by card in a process that is killed at a step of the charge. */
async function crashCharge(
  { cookie, token }: Subscriber,
  orderId: string,
  killAt: CrashPoint,
): Promise<void> {
  const { secretKey, publishableKey, apiUrl, scriptUrl } = shop.gateways.stripe;
  await crash(chargeProgram, {
    ...common(),
    now: shop.clock.now().toISOString(),
    stripe: { secretKey, publishableKey, apiUrl: apiUrl?.href ?? "", scriptUrl },
    charges: [{ buyer: { cookie, token }, of: { orderId }, paymentMethod: "pm_card_visa", killAt }],
  });
}

/** Renews what is due in a process that is killed at a step of the charge. */
async function crashRenewal(killAt: CrashPoint): Promise<void> {
  const { apiUrl, ...paypal } = shop.gateways.paypal;
  await crash(renewalProgram, {
    ...common(),
    paypal: { ...paypal, apiUrl: apiUrl.href },
    runs: [{ now: shop.clock.now().toISOString(), killAt }],
  });
}

/** Lets two nodes do what is due at the same moment, and then again while time passes. */
async function recover(): Promise<void> {
  for (const seconds of [0, 6, 20, 70, 180, 400, 1800, 3600]) {
    await shop.advance(seconds);
    await Promise.all([
      runDueTasks(shop),
      runDueTasks({ ...second, clock: shop.clock, database: shop.database }),
    ]);
  }
}

/** Expects that the membership has one second period, which was paid once. */
async function expectOnePeriod(member: Subscriber): Promise<void> {
  const stored = await shop.stored(member.subscriptionId);
  expect(stored).toMatchObject({ state: "active", period_no: 2 });
  const periods = await shop.periods(member.subscriptionId);
  expect(periods.map(({ no }) => no)).toEqual([1, 2]);
  expect(periods[1]?.starts_at.getTime()).toBeGreaterThanOrEqual(periods[0]?.ends_at.getTime() ?? 0);
  expect(await shop.watches(member)).toBe(true);
  expect(await isLedgerBalanced(shop.database.db)).toBe(true);
}

/** Returns what Stripe has charged for each order of a membership's second period, and what of it was not given back. */
async function moneyOf({
  subscriptionId,
}: Subscriber): Promise<Record<string, { charged: number; kept: number }>> {
  const { rows } = await shop.database.pool.query<{ kind: string; remote_id: string }>(
    `select kind, remote_id from payment join purchase_order o on o.id = order_id
    where subscription_id = $1 and period_no = 2 and remote_id is not null`,
    [subscriptionId],
  );
  const sums: Record<string, { charged: number; kept: number }> = {};
  for (const { kind, remote_id } of rows) {
    const { charged, refunded } = (await shop.stripe.get(`/money/intents/${remote_id}`)) as {
      charged: number;
      refunded: number;
    };
    const { charged: before = 0, kept = 0 } = sums[kind] ?? {};
    sums[kind] = { charged: before + charged, kept: kept + charged - refunded };
  }
  return sums;
}

/** The price of 30 days less what the 70 minutes are worth that were left when the change was opened. */
const CHANGE = 1999 - 6;
const renewed = { renewal: { charged: 999, kept: 999 } };

/** What is charged and kept, by the step. A charge that is found after the period's end is given back. */
const outcomes: [CrashPoint, "days-7" | "days-30", object][] = [
  ["begun", "days-7", renewed],
  ["created", "days-7", renewed],
  ["stored", "days-7", { ...renewed, change: { charged: 0, kept: 0 } }],
  ["charging", "days-7", { ...renewed, change: { charged: 0, kept: 0 } }],
  ["charged", "days-7", { ...renewed, change: { charged: CHANGE, kept: 0 } }],
  ["settling", "days-7", { ...renewed, change: { charged: CHANGE, kept: 0 } }],
  ["settled", "days-30", { change: { charged: CHANGE, kept: CHANGE } }],
];

test.each(outcomes)(
  'case 114: a change whose process is killed at "%s", found when the renewal is due, ends as %s: one of them, no double period',
  async (step, planId, money) => {
    const member = await shop.subscribe(7);
    const end = await endOf(member);
    await shop.at(later(end, -70 * minute));
    const { info } = await orderChange(member, "days-30");
    await shop.advance(15 * 60);
    await crashCharge(member, info.order.id, step);
    // Nothing runs until the second in which the period ends.
    await shop.advance((end.getTime() - shop.clock.now().getTime()) / 1000);
    await recover();
    await expectOnePeriod(member);
    expect((await shop.seen(member)).plan.id).toBe(planId);
    expect(await moneyOf(member)).toEqual(money);
  },
  timeLimit(60),
);

test.each<CrashPoint>(["begun", "charging", "charged", "settling", "settled"])(
  'case 114: a renewal whose process is killed at "%s" after a change was opened: renewed once, and the change is refused',
  async (step) => {
    const member = await shop.subscribeByPayPal(7, `funded:${step}`);
    const end = await endOf(member);
    await shop.at(later(end, -65 * minute));
    const { info } = await orderChange(member, "days-30", { method: "paypal" });
    expect(info.order.state).toBe("pending");
    // Access is extended before the charge.
    await shop.at(later(end, -4 * minute));
    await shop.advance((end.getTime() - shop.clock.now().getTime()) / 1000);
    await crashRenewal(step);
    const refused = await orderChange(member, "days-30");
    // Once it has renewed, a change may follow; it is only opened here, and costs nothing.
    expect(refused.reason ?? "opened").toBe(step === "settled" ? "opened" : "renewal_in_progress");
    await recover();
    await expectOnePeriod(member);
    expect((await shop.seen(member)).plan.id).toBe("days-7");
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  },
  timeLimit(60),
);
