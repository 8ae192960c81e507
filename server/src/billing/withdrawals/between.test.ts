import type { Order, Withdrawal } from "@cliffhanger/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { injectFaults } from "#test/faults";
import { approveAtPayPal, type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { type MadeMember, makeMember } from "#test/people";
import { orderChange } from "#test/plan-changes";
import { orderOf, payOrder, plansFor, refundsOf } from "#test/purchases";
import { type TestSandbox, testSandbox } from "#test/sandbox";
import { unaudited } from "#test/unaudited";
import { day, later } from "../subscriptions/period.ts";

let mailbox: TestSandbox;
let shop: TestMemberships;
beforeAll(async () => {
  mailbox = await testSandbox();
  // What 30 days cost in forints goes back without an operator.
  shop = await testMemberships(mailbox, { REFUND_SELF_MAX: "10000.00" });
});
afterAll(async () => {
  await shop.close();
  await mailbox.stop();
});
// The buyers of earlier tests paid with the same test card, which counts withdrawals too.
beforeEach(() => shop.database.pool.query("update instrument set fingerprint = null"));

const withdraw = (member: MadeMember, orderId: string) =>
  member.call<{ withdrawal: Withdrawal; order: Order }>("POST", "/api/payment/withdraw", {
    orderId,
    step: "confirm",
  });

/** Says that something was watched under an order. */
const use = (orderId: string) =>
  unaudited(shop.database.pool).query(
    "update entitlement set first_used_at = valid_from where source_id = $1",
    [orderId],
  );

/** Creates a member who pays 30 days in forints through PayPal, which takes none of their hundredths. */
async function payInForints(): Promise<Subscriber> {
  const now = shop.clock.now();
  await unaudited(shop.database.pool).query(
    `insert into plan_price (id, plan_id, currency, amount, active_from)
    values ('price-huf', 'days-30', 'HUF', 749000, $1) on conflict do nothing`,
    [now],
  );
  const member = await makeMember(shop);
  const { plans } = await plansFor(member);
  const plan = plans.findIndex(({ id }) => id === "days-30");
  const { info } = await orderOf(member, { plan, method: "paypal", currency: "HUF" });
  expect(info.order.total).toMatchObject({ amount: 749_000, currency: "HUF" });
  await approveAtPayPal(shop, new URL(info.next?.url ?? "").searchParams.get("token") ?? "", "funded");
  await shop.work();
  const { rows } = await shop.database.pool.query("select id from subscription where visitor_id = $1", [
    member.id,
  ]);
  return Object.assign(member, { orderId: info.order.id, subscriptionId: rows[0].id, card: "" });
}

test("case 135, case 57: the days ahead of a watched membership go back in whole forints, which is all that PayPal takes", async () => {
  const member = await payInForints();
  await use(member.orderId);
  await shop.at(later((await shop.stored(member.subscriptionId)).period_start, 5 * day + 3_600_000));
  const { code, info } = await withdraw(member, member.orderId);
  expect(code).toBe(200);
  expect(info.withdrawal).toMatchObject({ outcome: "part", amount: { currency: "HUF" } });
  const { amount } = info.withdrawal.amount;
  expect(amount % 100).toBe(0);
  expect(amount).toBe(Math.floor((7490 * (25 * 24 - 1)) / (30 * 24)) * 100);
  expect(await refundsOf(shop, member.orderId)).toEqual([{ amount, state: "done" }]);
});

test("case 135: who withdraws from the payment of a period that is over is not charged again, and keeps the one that they paid for", async () => {
  const member = await shop.subscribe(7);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(later(end, 60_000));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  const { info } = await withdraw(member, member.orderId);
  expect(info.withdrawal).toMatchObject({ outcome: "whole", amount: { amount: 999 } });
  expect(await shop.seen(member)).toMatchObject({
    state: "active",
    cancelAtPeriodEnd: true,
    nextCharge: null,
    accessUntil: later(end, 7 * day).toISOString(),
  });
  expect(await shop.mails(member.subscriptionId)).toEqual(["receipt", "membership-cancelled"]);
  await shop.at(later(end, 8 * day));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect(await shop.watches(member)).toBe(false);
});

test("case 135, case 115: a change of plan that has been renewed since cannot be undone: a person decides what goes back, and nothing renews", async () => {
  await shop.addPlan(7);
  const member = await shop.subscribe(7);
  await shop.at(later((await shop.stored(member.subscriptionId)).period_start, 3.5 * day));
  const { info } = await orderChange(member, "plan-7");
  expect(info.order.total.amount).toBe(999 - 499);
  await payOrder(member, info.order.id);
  await shop.at(later((await shop.stored(member.subscriptionId)).period_end, 60_000));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1 });
  const { info: answer } = await withdraw(member, info.order.id);
  expect(answer.withdrawal).toMatchObject({ outcome: "review", why: "changed", amount: { amount: 500 } });
  expect(await shop.seen(member)).toMatchObject({
    state: "active",
    plan: { id: "plan-7" },
    cancelAtPeriodEnd: true,
  });
  expect(await refundsOf(shop, info.order.id)).toEqual([]);
  await shop.at(later((await shop.stored(member.subscriptionId)).period_end, 8 * day));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1 });
});

test("case 135, case 47: who withdraws while their membership is being renewed has none any more, and the renewal goes back", async () => {
  const member = await shop.subscribe(7);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(later(end, -60_000));
  const act = () => withdraw(member, member.orderId);
  const restore = injectFaults(shop.billing, "stripe", [{ call: "charge", n: 1, when: "before", act }]);
  await shop.at(end);
  restore();
  await shop.work();
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect([(await shop.seen(member)).state, await shop.watches(member)]).toEqual(["cancelled", false]);
  const { rows } = await shop.database.pool.query(
    "select refund.amount::int, refund.state from refund join purchase_order o on o.id = order_id where subscription_id = $1",
    [member.subscriptionId],
  );
  expect(rows).toEqual([
    { amount: 999, state: "done" },
    { amount: 999, state: "done" },
  ]);
});
