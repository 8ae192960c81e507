import { afterAll, beforeAll, expect, test } from "vitest";
import { atBank, paymentOf } from "#test/bank";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { faultsOfBooks } from "#test/money-rules";
import { orderChange } from "#test/plan-changes";
import { payOrder, plansFor } from "#test/purchases";
import { day, later } from "./period.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
});
afterAll(() => shop.close());

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
