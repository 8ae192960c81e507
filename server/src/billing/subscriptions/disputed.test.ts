import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { atBank, paymentOf, unlockSeries } from "#test/bank";
import { makeOperator } from "#test/console";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { faultsOfBooks } from "#test/money-rules";
import { orderChange } from "#test/plan-changes";
import { booksOf, orderOf, payOrder } from "#test/purchases";
import { listOpen } from "../review/review.ts";
import { RefundError, refundOrder } from "../settlement/refund.ts";
import { day, later } from "./period.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
});
afterAll(() => shop.close());

let member: Subscriber;
let end: Date;
beforeEach(async () => {
  member = await shop.subscribe(30);
  end = (await shop.stored(member.subscriptionId)).period_end;
});

const cancel = (body: object = {}) => member.call("POST", "/api/payment/cancel", body);

async function bank(type: string, call: (remoteId: string) => [path: string, body?: object]): Promise<void> {
  const remoteId = await paymentOf(shop, member.orderId);
  await atBank(shop, remoteId, type, call(remoteId));
}

const dispute = () => bank("charge.dispute.created", (id) => [`/charges/${id}/dispute`]);
const warn = () => bank("radar.early_fraud_warning.created", (id) => [`/charges/${id}/fraud-warning`]);
const close = (outcome: "won" | "lost") =>
  bank("charge.dispute.closed", (id) => [`/disputes/${id}/close`, { outcome }]);

/** A warning of a payment that is too old to be refunded by itself. */
async function warnLate(): Promise<void> {
  member = await shop.subscribe(365);
  const { period_start: start, period_end } = await shop.stored(member.subscriptionId);
  end = period_end;
  await shop.at(later(start, 200 * day));
  await warn();
}

test.each([
  ["a dispute", dispute],
  ["a bank's early warning of an old payment", warnLate],
])(
  "case 55, case 48: while %s is open nothing is charged, and the renewal cannot be resumed",
  async (_, comes) => {
    await comes();
    const stopped = { cancelAtPeriodEnd: true, nextCharge: null };
    expect(await shop.seen(member)).toMatchObject(stopped);
    expect(await cancel({ undo: true })).toMatchObject({
      code: 500,
      reason: "payment_disputed",
      message: expect.stringMatching(/your bank/i),
    });
    expect(await shop.seen(member)).toMatchObject(stopped);
    await shop.at(end);
    expect((await shop.seen(member)).state).toBe("cancelled");
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
  },
);

test.each([
  ["a dispute", "charge.dispute.created", "dispute"],
  ["a bank's early warning", "radar.early_fraud_warning.created", "fraud-warning"],
])("case 55: %s about an unlock stops the renewal of its owner's membership too", async (_, type, path) => {
  const { remoteId } = await unlockSeries(shop, member);
  expect(await shop.seen(member)).toMatchObject({ cancelAtPeriodEnd: false });
  await atBank(shop, remoteId, type, [`/charges/${remoteId}/${path}`]);
  expect(await shop.seen(member)).toMatchObject({ cancelAtPeriodEnd: true, nextCharge: null });
  expect(await shop.watches(member)).toBe(true);
  await shop.at(end);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
});

test("case 55, case 48: while a dispute about an unlock is open, its owner's membership cannot be resumed, nor its plan changed", async () => {
  const unlock = await unlockSeries(shop, member);
  await atBank(shop, unlock.remoteId, "charge.dispute.created", [`/charges/${unlock.remoteId}/dispute`]);
  expect(await cancel({ undo: true })).toMatchObject({ reason: "payment_disputed" });
  expect((await orderChange(member, "days-365")).reason).toBe("payment_disputed");
  await atBank(shop, unlock.remoteId, "charge.dispute.closed", [
    `/disputes/${unlock.remoteId}/close`,
    { outcome: "won" },
  ]);
  const { info } = await cancel({ undo: true });
  expect(info.subscription).toMatchObject({ cancelAtPeriodEnd: false, nextCharge: { amount: 1999 } });
});

test("case 55: a membership that is bought while a dispute about an unlock is open does not renew by itself, until its owner resumes it", async () => {
  const { member: buyer, remoteId } = await unlockSeries(shop);
  await atBank(shop, remoteId, "charge.dispute.created", [`/charges/${remoteId}/dispute`]);
  const ordered = await orderOf(buyer, { days: 30 });
  const paid = await payOrder(buyer, ordered.info.order.id);
  expect(paid.info).toMatchObject({ order: { state: "paid" } });
  const seen = await shop.seen(buyer);
  expect(seen).toMatchObject({ state: "active", cancelAtPeriodEnd: true, nextCharge: null });
  await atBank(shop, remoteId, "charge.dispute.closed", [`/disputes/${remoteId}/close`, { outcome: "won" }]);
  const { info } = await buyer.call("POST", "/api/payment/cancel", { undo: true });
  expect(info.subscription).toMatchObject({ cancelAtPeriodEnd: false, nextCharge: { amount: 1999 } });
});

test("case 55, case 48: cancelled before the dispute came, the membership cannot be resumed while it lasts either", async () => {
  await cancel();
  await dispute();
  expect(await cancel({ undo: true })).toMatchObject({ reason: "payment_disputed" });
  expect(await shop.seen(member)).toMatchObject({ cancelAtPeriodEnd: true, nextCharge: null });
});

test("case 55, case 48: once the dispute is won, the membership may be resumed, and renews", async () => {
  await dispute();
  await close("won");
  expect(await shop.watches(member)).toBe(true);
  const { info } = await cancel({ undo: true });
  expect(info.subscription).toMatchObject({ cancelAtPeriodEnd: false, nextCharge: { amount: 1999 } });
  await shop.at(later(end, 60_000));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});

test("case 139: a warning of fraud on a first payment of 30 days at most refunds it and ends the membership", async () => {
  await warn();
  expect((await shop.seen(member)).state).toBe("cancelled");
  expect(await shop.watches(member)).toBe(false);
  expect(await booksOf(shop, member.orderId)).toMatchObject({ state: "refunded" });
});

test("case 139: a warning of fraud on a payment 200 days old, or on a renewal, rests its rights for manual review; a dispute after it forbids a refund, and winning restores access", async () => {
  const refunds = async (orderId: string) =>
    (await shop.database.pool.query("select from refund where order_id = $1", [orderId])).rows.length;
  const listed = async (orderId: string) =>
    (await listOpen(shop.database.db)).filter((entry) => entry.order_id === orderId).map(({ kind }) => kind);
  await warnLate();
  expect([await shop.watches(member), await refunds(member.orderId)]).toEqual([false, 0]);
  expect(await listed(member.orderId)).toEqual(["warning"]);
  await dispute();
  expect(await booksOf(shop, member.orderId)).toMatchObject({ state: "disputed" });
  const operator = { by: "operator" as const, actor: commandActor(), reason: "the bank warned" };
  await expect(refundOrder(shop.billing, member.orderId, null, operator)).rejects.toThrow(RefundError);
  await close("won");
  expect(await shop.watches(member)).toBe(true);

  member = await shop.subscribe(30);
  await shop.at(later((await shop.stored(member.subscriptionId)).period_end, 60_000));
  const { rows } = await shop.database.pool.query(
    "select id from purchase_order where subscription_id = $1 and kind = 'renewal'",
    [member.subscriptionId],
  );
  member.orderId = rows[0].id;
  await warn();
  expect([await shop.watches(member), await refunds(member.orderId)]).toEqual([false, 0]);
  expect(await listed(member.orderId)).toEqual(["warning"]);
});

test("case 55: a lost dispute ends the membership, which cannot be resumed", async () => {
  await dispute();
  await close("lost");
  expect((await shop.seen(member)).state).toBe("cancelled");
  expect(await cancel({ undo: true })).toMatchObject({ reason: "subscription_ended" });
});

test("case 55, C35: what a bank took by a lost dispute is not there to be refunded, and no refund of it is begun", async () => {
  await dispute();
  await close("lost");
  const operator = { by: "operator" as const, actor: commandActor(), reason: "asked for it" };
  await expect(refundOrder(shop.billing, member.orderId, null, operator)).rejects.toThrow(RefundError);
  const { rows } = await shop.database.pool.query("select from refund where order_id = $1", [member.orderId]);
  expect(rows).toEqual([]);
  const support = await makeOperator(shop, "support");
  expect((await support.call("GET", `/orders/one?number=${member.orderId}`)).info).toMatchObject({
    state: "refunded",
    left: { amount: 0 },
    notRefundable: expect.stringContaining("lost"),
  });
});

/** Changes to 30 days, paid by what is left of 7 days and by the card. */
async function carryOver(): Promise<void> {
  await shop.at(later((await shop.stored(member.subscriptionId)).period_start, 3.5 * day));
  const { info } = await orderChange(member, "days-30");
  expect(info.order.total.amount).toBe(1999 - 499);
  await payOrder(member, info.order.id);
}

test("case 55, case 50: a lost dispute of money that a change of plan carried over shortens the dearer period by that share", async () => {
  member = await shop.subscribe(7);
  await carryOver();
  const { period_start: start } = await shop.stored(member.subscriptionId);
  await dispute();
  await close("lost");
  const paidUntil = later(start, Math.floor((30 * day * 1500) / 1999));
  expect(await shop.seen(member)).toMatchObject({
    state: "active",
    cancelAtPeriodEnd: true,
    nextCharge: null,
  });
  expect((await shop.stored(member.subscriptionId)).period_end).toEqual(paidUntil);
  expect((await shop.periods(member.subscriptionId)).at(-1)?.ends_at).toEqual(paidUntil);
  await shop.at(later(paidUntil, -60_000));
  expect(await shop.watches(member)).toBe(true);
  await shop.at(later(paidUntil, 60_000));
  expect([await shop.watches(member), (await shop.seen(member)).state]).toEqual([false, "cancelled"]);
  expect(await faultsOfBooks(shop)).toEqual([]);
});

test("case 55, case 50: lost when only the carried share was left, the membership ends at once", async () => {
  member = await shop.subscribe(7);
  await carryOver();
  const { period_start: start } = await shop.stored(member.subscriptionId);
  await dispute();
  await shop.at(later(start, 29 * day));
  expect(await shop.watches(member)).toBe(true);
  await close("lost");
  expect([await shop.watches(member), (await shop.seen(member)).state]).toEqual([false, "cancelled"]);
  expect(await faultsOfBooks(shop)).toEqual([]);
});

test("case 55, case 50: a lost dispute of money that a change carried over shortens the running period also where the next one is paid ahead", async () => {
  member = await shop.subscribe(7);
  await carryOver();
  const { period_start: start, period_end: changedEnd } = await shop.stored(member.subscriptionId);
  const { rows } = await shop.database.pool.query(
    "select token from instrument join subscription s on s.instrument_id = instrument.id where s.id = $1",
    [member.subscriptionId],
  );
  await shop.stripe.post(`/payment-methods/${rows[0].token}/detach`);
  await shop.at(later(changedEnd, -6 * day));
  const link = async () => {
    await shop.work();
    return (await shop.seen(member)).payOrderId;
  };
  await expect.poll(link).not.toBeNull();
  await payOrder(member, (await link()) ?? "");
  const ahead = await shop.stored(member.subscriptionId);
  expect(ahead.period_start).toEqual(changedEnd);
  await dispute();
  await close("lost");
  expect(await shop.watches(member)).toBe(false);
  const periods = await shop.periods(member.subscriptionId);
  expect(periods.at(-2)?.ends_at.getTime()).toBeLessThan(later(start, 25 * day).getTime());
  expect(periods.at(-1)).toMatchObject({ starts_at: changedEnd, ends_at: ahead.period_end });
  await shop.at(later(changedEnd, 60_000));
  expect([await shop.watches(member), (await shop.seen(member)).state]).toEqual([true, "active"]);
  expect(await faultsOfBooks(shop)).toEqual([]);
});

test("case 115, case 55: a change that is undone brings the plan before back without what a dispute took of it, lost since", async () => {
  member = await shop.subscribe(7);
  await carryOver();
  const { period_start: start } = await shop.stored(member.subscriptionId);
  await shop.at(later(start, 3 * day));
  const { info } = await orderChange(member, "days-365");
  expect((await payOrder(member, info.order.id)).info.order.state).toBe("paid");
  await dispute();
  await close("lost");
  await refundOrder(shop.billing, info.order.id, null, {
    by: "operator",
    actor: commandActor(),
    reason: "asked for it",
  });
  const seen = await shop.seen(member);
  expect(seen).toMatchObject({ state: "active", plan: { id: "days-30" }, cancelAtPeriodEnd: true });
  const { period_end: until } = await shop.stored(member.subscriptionId);
  const paidUntil = later(start, (30 * day * 1500) / 1999);
  expect(Math.abs(until.getTime() - paidUntil.getTime())).toBeLessThan(1_000);
  await shop.at(later(paidUntil, 60_000));
  expect([await shop.watches(member), (await shop.seen(member)).state]).toEqual([false, "cancelled"]);
  expect(await faultsOfBooks(shop)).toEqual([]);
});

test("case 77, case 50: a chargeback at PayPal that is first listed as a refund takes the carried share too, once", async () => {
  const { pool } = shop.database;
  member = await shop.subscribeByPayPal(7);
  await carryOver();
  const { period_start: start } = await shop.stored(member.subscriptionId);
  const orderState = async () => {
    await shop.work();
    return (await pool.query("select state from purchase_order where id = $1", [member.orderId])).rows[0]
      .state;
  };
  const { rows } = await pool.query(
    "select capture.remote_id from capture join payment on payment.id = payment_id where order_id = $1",
    [member.orderId],
  );
  const said = { captureId: rows[0].remote_id, stage: "CHARGEBACK", reason: "UNAUTHORISED" };
  const { id } = (await shop.paypal.post("/disputes", said)) as { id: string };
  await expect.poll(orderState).toBe("disputed");
  await shop.paypal.put("/delivery-plan", { action: "drop", types: "CUSTOMER.DISPUTE.RESOLVED", left: 1 });
  await shop.paypal.post(`/disputes/${id}`, { outcome: "lost" });
  await expect.poll(orderState).toBe("refunded");
  const paidUntil = later(start, Math.floor((30 * day * 1500) / 1999));
  expect((await shop.stored(member.subscriptionId)).period_end).toEqual(paidUntil);
  // The end of the dispute is found by the sweep: nothing more is taken.
  await shop.at(later(shop.clock.now(), 2 * 3_600_000));
  expect((await shop.stored(member.subscriptionId)).period_end).toEqual(paidUntil);
  expect(await faultsOfBooks(shop)).toEqual([]);
});
