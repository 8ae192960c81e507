import type { Payments } from "@cliffhanger/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { newId } from "#platform/ids";
import { atBank, paymentOf } from "#test/bank";
import { type MadeOperator, makeOperator } from "#test/console";
import { injectFaults } from "#test/faults";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { faultsOfBooks } from "#test/money-rules";
import { orderChange } from "#test/plan-changes";
import { payOrder, plansFor } from "#test/purchases";
import { unaudited } from "#test/unaudited";
import { refundOrder } from "../settlement/refund.ts";
import { day, later } from "../subscriptions/period.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
});
afterAll(() => shop.close());

/** Opens a change from 30 to 365 days, credited with all that 30 days cost; `between` happens before it is paid. */
async function payAfter(between: (member: Subscriber) => Promise<void>) {
  const member = await shop.subscribe(30);
  const { info } = await orderChange(member, "days-365");
  expect(info.order.total.amount).toBe(9999 - 1999);
  await between(member);
  const paid = await payOrder(member, info.order.id);
  return { member, state: paid.info.order.state };
}

test("case 112: a change whose credit was given back before it is paid is not charged; a new one counts what is left", async () => {
  const { member, state } = await payAfter(async ({ orderId }) => {
    const request = { by: "operator" as const, actor: commandActor(), reason: null };
    await refundOrder(shop.billing, orderId, 1500, request);
  });
  expect(state).toBe("cancelled");
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 0 });
  expect(await shop.seen(member)).toMatchObject({ plan: { id: "days-30" }, state: "active" });
  const { info } = await orderChange(member, "days-365");
  expect(info.order.total.amount).toBe(9999 - 499);
  expect((await payOrder(member, info.order.id)).info.order.state).toBe("paid");
});

test("case 112, case 55: a change whose credit a bank has claimed back before it is paid is not charged", async () => {
  const { member, state } = await payAfter(async ({ orderId }) => {
    const remoteId = await paymentOf(shop, orderId);
    await atBank(shop, remoteId, "charge.dispute.created", [`/charges/${remoteId}/dispute`]);
  });
  expect(state).toBe("cancelled");
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 0 });
  expect(await shop.seen(member)).toMatchObject({ cancelAtPeriodEnd: true, nextCharge: null });
});

const refund = (orderId: string, amount: number) =>
  refundOrder(shop.billing, orderId, amount, { by: "operator", actor: commandActor(), reason: null });

test("case 112, case 111: money that a change of plan credited, and that an operator gives back later, is not credited again", async () => {
  await shop.addPlan(400);
  const { pool } = shop.database;
  const { rowCount } = await unaudited(pool).query(
    "update plan_price set amount = 19999 where plan_id = 'plan-400'",
  );
  expect(rowCount).toBe(1);
  const { member, state } = await payAfter(() => Promise.resolve());
  expect(state).toBe("paid");
  const dearer = async () =>
    (await plansFor(member)).change.find(({ planId }) => planId === "plan-400")?.credit.amount;
  expect(await dearer()).toBe(9999);
  await refund(member.orderId, 1000);
  expect(await dearer()).toBe(9999 - 1000);
  const { info } = await orderChange(member, "plan-400");
  expect(info.order.total.amount).toBe(19_999 - 8999);
  await refund(member.orderId, 999);
  expect((await payOrder(member, info.order.id)).info.order.state).toBe("cancelled");
  const { info: next } = await orderChange(member, "plan-400");
  expect(next.order.total.amount).toBe(19_999 - 8000);
  expect((await payOrder(member, next.order.id)).info.order.state).toBe("paid");
  // What was given back before counts once.
  await shop.addPlan(500);
  await unaudited(pool).query("update plan_price set amount = 29999 where plan_id = 'plan-500'");
  expect((await orderChange(member, "plan-500")).info.order.total.amount).toBe(29_999 - 19_999);
});

test("case 115, case 113: a change that is undone brings back the cheaper plan and the cancellation of after its order was opened", async () => {
  const { member, state } = await payAfter(async (owner) => {
    const { consent } = await plansFor(owner);
    const agreed = { consent: { version: consent.version, accepted: true } };
    await owner.call("POST", "/api/payment/change", { planId: "days-7", ...agreed });
    await owner.call("POST", "/api/payment/cancel", {});
  });
  expect(state).toBe("paid");
  expect(await shop.seen(member)).toMatchObject({
    plan: { id: "days-365" },
    pendingPlan: null,
    cancelAtPeriodEnd: false,
  });
  const { info } = await member.call<Payments>("GET", "/api/payment");
  const orderId = info.orders.find(({ kind }) => kind === "change")?.id;
  await member.call("POST", "/api/payment/withdraw", { orderId, step: "confirm" });
  await shop.work();
  expect(await shop.seen(member)).toMatchObject({
    plan: { id: "days-30" },
    pendingPlan: { id: "days-7" },
    cancelAtPeriodEnd: true,
  });
});

test("case 115, case 113: a change that is undone brings back the cheaper plan that its owner had planned before", async () => {
  const member = await shop.subscribe(30);
  const { consent } = await plansFor(member);
  const agreed = { consent: { version: consent.version, accepted: true } };
  await member.call("POST", "/api/payment/change", { planId: "days-7", ...agreed });
  const { info } = await orderChange(member, "days-365");
  expect((await payOrder(member, info.order.id)).info.order.state).toBe("paid");
  expect(await shop.seen(member)).toMatchObject({ plan: { id: "days-365" }, pendingPlan: null });
  const { reason } = await member.call("POST", "/api/payment/withdraw", {
    orderId: info.order.id,
    step: "confirm",
  });
  expect(reason).toBeUndefined();
  await shop.work();
  expect(await shop.seen(member)).toMatchObject({ plan: { id: "days-30" }, pendingPlan: { id: "days-7" } });
  await shop.at((await shop.stored(member.subscriptionId)).period_end);
  expect(await shop.seen(member)).toMatchObject({ plan: { id: "days-7" }, nextCharge: { amount: 999 } });
});

describe("case 115, case 47: a change of plan that is refunded while its renewal is being charged", () => {
  beforeAll(async () => {
    await shop.addPlan(5);
    await unaudited(shop.database.pool).query("update plan_price set amount = 9999 where plan_id = 'plan-5'");
  });

  /**
   * Changes from a plan to one of 5 days when some of its days are left, and refunds that while the gateway charges its renewal.
   * The gateway carries the refund out after the renewal. Returns what became of both.
   */
  async function refundWhileRenewing(days: number, left: number) {
    const member = await shop.subscribe(days);
    const { subscriptionId: id } = member;
    const { period_end: oldEnd } = await shop.stored(id);
    await shop.at(later(oldEnd, -left * day));
    const { info } = await orderChange(member, "plan-5");
    const charged = info.order.total.amount;
    expect((await payOrder(member, info.order.id, "pm_card_pendingRefund")).info.order.state).toBe("paid");
    const { period_end: end } = await shop.stored(id);
    await shop.at(later(end, -60_000));
    const act = async () => {
      expect((await refund(info.order.id, charged)).state).toBe("pending");
      await shop.advance(1);
    };
    const restore = injectFaults(shop.billing, "stripe", [{ call: "charge", n: 1, when: "before", act }]);
    await shop.at(end);
    restore();
    expect(await shop.charges(id)).toEqual({ 1: 1, 2: 1, 3: 1 });
    for (const seconds of [60, 60, 600]) {
      await shop.advance(seconds);
      await shop.work();
    }
    const { rows } = await shop.database.pool.query(
      `select o.kind, o.state, refund.amount::int, refund.state as refund, initiated_by as by from purchase_order o
      join refund on refund.order_id = o.id where subscription_id = $1 order by period_no`,
      [id],
    );
    expect(rows).toEqual([
      { kind: "change", state: "refunded", amount: charged, refund: "done", by: "operator" },
      { kind: "renewal", state: "refunded", amount: 9999, refund: "done", by: "system" },
    ]);
    expect(await faultsOfBooks(shop)).toEqual([]);
    return { member, oldEnd };
  }

  test("takes the renewal with it, and the plan before it comes back until its old end", async () => {
    const { member, oldEnd } = await refundWhileRenewing(30, 20);
    expect(await shop.watches(member)).toBe(true);
    expect(await shop.seen(member)).toMatchObject({
      state: "active",
      plan: { id: "days-30" },
      accessUntil: oldEnd.toISOString(),
      nextCharge: { amount: 1999 },
    });
    await shop.at(oldEnd);
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1, 5: 1 });
  });

  test("takes the renewal with it, and the membership ends where the old end is past", async () => {
    const { member, oldEnd } = await refundWhileRenewing(7, 4);
    expect([(await shop.seen(member)).state, await shop.watches(member)]).toEqual(["cancelled", false]);
    await shop.at(later(oldEnd, 30 * day));
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1 });
  });
});

/** Changes to a dearer plan by the card; returns the order's id and what it charged. */
async function changeTo(member: Subscriber, planId: string): Promise<{ id: string; charged: number }> {
  const { info } = await orderChange(member, planId);
  expect((await payOrder(member, info.order.id)).info.order.state).toBe("paid");
  return { id: info.order.id, charged: info.order.total.amount };
}

/** A bank takes the money of an order back. */
async function lose(orderId: string): Promise<void> {
  const remoteId = await paymentOf(shop, orderId);
  await atBank(shop, remoteId, "charge.dispute.created", [`/charges/${remoteId}/dispute`]);
  await atBank(shop, remoteId, "charge.dispute.closed", [`/disputes/${remoteId}/close`, { outcome: "lost" }]);
}

/** A member who changed from 7 days to 30 in the middle, with 4.99 of credit. */
async function changed() {
  const member = await shop.subscribe(7);
  await shop.at(later((await shop.stored(member.subscriptionId)).period_start, 3.5 * day));
  return { member, first: await changeTo(member, "days-30") };
}

test("case 55, case 112: credit that a bank took back is no credit for the next change", async () => {
  const { member, first } = await changed();
  expect(first.charged).toBe(1500);
  await lose(member.orderId);
  const { change } = await plansFor(member);
  const offer = change.find(({ planId }) => planId === "days-365");
  // Of the 30 days' worth of 19.99, 15.00 are paid: the days that they are for, rounded down.
  expect(offer).toMatchObject({ credit: { amount: 1499 }, charge: { amount: 9999 - 1499 } });
  expect((await changeTo(member, "days-365")).charged).toBe(9999 - 1499);
  expect(await faultsOfBooks(shop)).toEqual([]);
});

test("case 55, case 50: of a chain of two changes, the last period loses the share that the first payment carried into it", async () => {
  const { member } = await changed();
  const { period_start: middle } = await shop.stored(member.subscriptionId);
  await shop.at(later(middle, 15 * day));
  const second = await changeTo(member, "days-365");
  const credit = 9999 - second.charged;
  const { period_start: start } = await shop.stored(member.subscriptionId);
  await lose(member.orderId);
  const share = (credit / 9999) * (499 / 1999);
  const left = 365 * day - Math.ceil(share * 365 * day);
  expect((await shop.stored(member.subscriptionId)).period_end).toEqual(later(start, left));
  expect(await shop.seen(member)).toMatchObject({ state: "active", cancelAtPeriodEnd: true });
  expect(await faultsOfBooks(shop)).toEqual([]);
});

test("case 55, case 50: of a chain of two changes, the last period loses the share of the change in the middle", async () => {
  const { member, first } = await changed();
  const { period_start: middle } = await shop.stored(member.subscriptionId);
  await shop.at(later(middle, 15 * day));
  const second = await changeTo(member, "days-365");
  const { period_start: start } = await shop.stored(member.subscriptionId);
  await lose(first.id);
  const share = ((9999 - second.charged) / 9999) * (first.charged / 1999);
  const left = 365 * day - Math.ceil(share * 365 * day);
  expect((await shop.stored(member.subscriptionId)).period_end).toEqual(later(start, left));
  expect(await shop.watches(member)).toBe(true);
});

test("case 55, case 115: a change of plan whose own money a bank takes back is undone, as by a refund: the plan before stays paid", async () => {
  const member = await shop.subscribe(30);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  const { id } = await changeTo(member, "days-365");
  await lose(id);
  expect(await shop.seen(member)).toMatchObject({
    state: "active",
    plan: { id: "days-30" },
    accessUntil: end.toISOString(),
    cancelAtPeriodEnd: true,
    nextCharge: null,
  });
  await shop.at(later(end, -60_000));
  expect(await shop.watches(member)).toBe(true);
  await shop.at(later(end, 60_000));
  expect([await shop.watches(member), (await shop.seen(member)).state]).toEqual([false, "cancelled"]);
  expect(await faultsOfBooks(shop)).toEqual([]);
});

/** Returns what the dialog says of a refund. */
async function sentences(finance: MadeOperator, orderId: string, amount: number): Promise<string> {
  const requestKey = newId(shop.clock.now()).toUpperCase();
  const asked = { requestKey, reason: "promise", orderId, amount, dryRun: true };
  const { info } = await finance.call("POST", "/orders/refund", asked);
  return info.effect.sentences.map(({ text }: { text: string }) => text).join("; ");
}

test("C35: a refund of a change of plan says that the change is undone only while its period is the present one", async () => {
  const member = await shop.subscribe(7);
  const { info } = await orderChange(member, "days-30");
  const { id, total } = info.order;
  await payOrder(member, id);
  const before = await makeOperator(shop, "finance");
  expect(await sentences(before, id, total.amount)).toMatch(/The change of plan is undone/);
  expect(await sentences(before, id, total.amount - 1)).toMatch(/The new plan stays/);
  await shop.at(later((await shop.stored(member.subscriptionId)).period_end, 60_000));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1 });
  const after = await makeOperator(shop, "finance");
  expect(await sentences(after, id, total.amount)).toMatch(/the present membership is not touched/);
  expect(await sentences(after, id, total.amount - 1)).toMatch(/No access changes/);
});
