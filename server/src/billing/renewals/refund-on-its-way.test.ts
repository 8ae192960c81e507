import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { inTransaction } from "#platform/db/database";
import { injectFaults } from "#test/faults";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { faultsOfBooks } from "#test/money-rules";
import { payOrder } from "#test/purchases";
import { lockSubscription } from "../records/subscriptions/repository.ts";
import { refundOrder } from "../settlement/refund.ts";
import { day, later } from "../subscriptions/period.ts";
import { openRenewalOrder } from "./renewal-order.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
});
afterAll(() => shop.close());

let member: Subscriber;
let end: Date;
beforeEach(async () => {
  member = await shop.subscribeByPayPal(30);
  end = (await shop.stored(member.subscriptionId)).period_end;
});

/** Refunds the membership's payment whole, an hour before it renews; PayPal holds the refund. */
async function refundBeforeTheEnd(endsMembership: boolean | null): Promise<string> {
  await shop.at(later(end, -3_600_000));
  return beginRefund(endsMembership);
}

async function beginRefund(endsMembership: boolean | null, amount: number | null = null): Promise<string> {
  await shop.paypal.post("/refunds/next", { status: "PENDING", n: 1 });
  const asked = { operatorId: "01OPERATOR", requestKey: member.orderId, endsMembership };
  const nothing = () => Promise.resolve();
  const { state, remote_id } = await refundOrder(shop.billing, member.orderId, amount, {
    by: "operator",
    actor: commandActor(),
    reason: "kindness",
    ...(endsMembership === null ? {} : { asked: { ...asked, check: nothing, begun: nothing } }),
  });
  expect(state).toBe("pending");
  return remote_id ?? "";
}

/** Begins the refund while the gateway charges the renewal, which is booked before the refund is done. */
async function refundWhileRenewing(endsMembership: boolean | null, amount: number | null = null) {
  await shop.at(later(end, -60_000));
  let remoteId = "";
  const begun = async () => {
    remoteId = await beginRefund(endsMembership, amount);
    await shop.advance(1);
  };
  const restore = injectFaults(shop.billing, "paypal", [
    { call: "charge", n: 1, when: "before", act: begun },
  ]);
  await shop.at(end);
  restore();
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect(await shop.stored(member.subscriptionId)).toMatchObject({ state: "active", period_no: 2 });
  return remoteId;
}

/** Returns the state of the order of the second period, and what was given back of it. */
async function secondPeriod() {
  const { rows } = await shop.database.pool.query(
    `select o.state, refund.amount::int, refund.state as refund, refund.initiated_by as by from purchase_order o
    left join refund on refund.order_id = o.id where subscription_id = $1 and period_no = 2`,
    [member.subscriptionId],
  );
  return rows;
}

async function answer(remoteId: string, status: "COMPLETED" | "FAILED"): Promise<void> {
  await shop.paypal.post(`/refunds/${remoteId}`, { status });
  await shop.at(later(end, 2 * 3_600_000));
}

test("case 53: a membership whose payment is on its way back is not charged at its end, and ends once the money is back", async () => {
  const remoteId = await refundBeforeTheEnd(null);
  await shop.at(later(end, 60_000));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
  await answer(remoteId, "COMPLETED");
  expect([(await shop.seen(member)).state, await shop.watches(member)]).toEqual(["cancelled", false]);
  await shop.at(later(end, 48 * 3_600_000));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
  expect(await faultsOfBooks(shop)).toEqual([]);
});

test("case 53: a membership that an operator lets run to its end is not charged then, though its refund still waits at PayPal", async () => {
  await refundBeforeTheEnd(false);
  await shop.at(later(end, 60_000));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
});

test("case 54: a membership whose refund fails at its end renews then, once", async () => {
  const remoteId = await refundBeforeTheEnd(null);
  await shop.at(later(end, 60_000));
  await answer(remoteId, "FAILED");
  await shop.at(later(end, 4 * 3_600_000));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect(await shop.stored(member.subscriptionId)).toMatchObject({ state: "active", period_start: end });
});

test.each([
  ["whole", null, null],
  ["whole, by an operator who ends it at once", true, null],
  ["in part, by an operator who ends it at once", true, 999],
] as const)(
  "case 53, case 47: a membership whose payment is refunded %s while its renewal is being charged ends with the refund, and the renewal goes back",
  async (_, endsMembership, amount) => {
    const remoteId = await refundWhileRenewing(endsMembership, amount);
    await answer(remoteId, "COMPLETED");
    await shop.work();
    expect([(await shop.seen(member)).state, await shop.watches(member)]).toEqual(["cancelled", false]);
    expect(await secondPeriod()).toEqual([{ state: "refunded", amount: 1999, refund: "done", by: "system" }]);
    await shop.at(later(end, 31 * day));
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
    // An operator took the right of an order whose money went back in part.
    const faults = (await faultsOfBooks(shop)).filter((fault) => !fault.endsWith(member.orderId));
    expect(faults).toEqual([]);
  },
);

test("case 54: a renewal that was charged while a refund began stays, and so does its membership, if the refund fails", async () => {
  const remoteId = await refundWhileRenewing(null);
  await answer(remoteId, "FAILED");
  expect(await shop.stored(member.subscriptionId)).toMatchObject({ state: "active", period_start: end });
  expect(await secondPeriod()).toMatchObject([{ state: "paid", amount: null }]);
});

test("case 47: a refund that lets its membership run to the end cancels it after a renewal that was being charged", async () => {
  const remoteId = await refundWhileRenewing(false);
  await answer(remoteId, "COMPLETED");
  expect(await shop.seen(member)).toMatchObject({ state: "active", cancelAtPeriodEnd: true });
  expect(await secondPeriod()).toMatchObject([{ state: "paid", amount: null }]);
});

test("case 47: who pays the renewal themselves while a refund is on its way keeps what they paid for", async () => {
  const remoteId = await refundBeforeTheEnd(null);
  await shop.at(later(end, 60_000));
  const order = await inTransaction(shop.database.db, async (trx) => {
    const row = await lockSubscription(trx, member.subscriptionId);
    return row && openRenewalOrder(trx, shop.billing, row);
  });
  const card = "pm_card_mastercard";
  await shop.seen(member);
  expect((await payOrder(member, order?.id ?? "", card)).info.order.state).toBe("paid");
  await answer(remoteId, "COMPLETED");
  expect((await shop.seen(member)).state).toBe("active");
  expect(await secondPeriod()).toMatchObject([{ state: "paid", amount: null }]);
});
