import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { faultsOfBooks } from "#test/money-rules";
import { refundOrder } from "../settlement/refund.ts";
import { later } from "../subscriptions/period.ts";

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
  await shop.paypal.post("/refunds/next", { status: "PENDING", n: 1 });
  const asked = { operatorId: "01OPERATOR", requestKey: "01KEY", endsMembership };
  const nothing = () => Promise.resolve();
  const { state, remote_id } = await refundOrder(shop.billing, member.orderId, null, {
    by: "operator",
    actor: commandActor(),
    reason: "kindness",
    ...(endsMembership === null ? {} : { asked: { ...asked, check: nothing, begun: nothing } }),
  });
  expect(state).toBe("pending");
  return remote_id ?? "";
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
