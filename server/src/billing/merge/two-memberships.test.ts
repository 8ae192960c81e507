import type { Payments } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atBank, paymentOf } from "#test/bank";
import { makeSeries } from "#test/factories";
import { type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { makeGuest, makeMember, signInByLink } from "#test/people";
import { buyAsGuest, orderOf, payOrder } from "#test/purchases";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
});
afterAll(() => shop.close());

test("case 100: a member's membership that is over by time, though no worker has ended it yet, does not stop the guest's", async () => {
  const member = await makeMember(shop);
  const { info } = await orderOf(member, { days: 7 });
  await payOrder(member, info.order.id);
  await member.call("POST", "/api/payment/cancel", {});
  await shop.advance(7 * 86_400 + 60);
  await buyAsGuest(shop, member.email);
  expect((await signInByLink(shop, await makeGuest(shop), member.email)).id).toBe(member.id);
  const { rows } = await shop.database.pool.query(
    "select state, merged_from, cancel_at_period_end as ends from subscription where visitor_id = $1 order by created_at",
    [member.id],
  );
  expect(rows).toMatchObject([
    { state: "cancelled", ends: true },
    { state: "active", ends: false, merged_from: null },
  ]);
  const { subscription } = (await member.call<Payments>("GET", "/api/payment")).info;
  expect(subscription).toMatchObject({ state: "active", cancelAtPeriodEnd: false });
});

test("case 100: a member's membership that its owner has cancelled still lives until its end, so the guest's stops renewing", async () => {
  const member = await makeMember(shop);
  const { info } = await orderOf(member, { days: 7 });
  await payOrder(member, info.order.id);
  await member.call("POST", "/api/payment/cancel", {});
  await buyAsGuest(shop, member.email);
  expect((await signInByLink(shop, await makeGuest(shop), member.email)).id).toBe(member.id);
  const { rows } = await shop.database.pool.query(
    "select cancel_at_period_end as ends from subscription where visitor_id = $1",
    [member.id],
  );
  expect(rows).toEqual([{ ends: true }, { ends: true }]);
});

test("case 55, case 100: while a bank asks about what a guest bought, the membership of the account that takes it over is not charged", async () => {
  const member = await makeMember(shop);
  const { info } = await orderOf(member, { days: 7 });
  await payOrder(member, info.order.id);
  const { orderId } = await buyAsGuest(
    shop,
    member.email,
    (await makeSeries(shop, { free: 1, episodes: 3 })).id,
  );
  const remoteId = await paymentOf(shop, orderId);
  await atBank(shop, remoteId, "charge.dispute.created", [`/charges/${remoteId}/dispute`]);
  await signInByLink(shop, await makeGuest(shop), member.email);
  const { subscription } = (await member.call<Payments>("GET", "/api/payment")).info;
  expect(subscription).toMatchObject({ state: "active", cancelAtPeriodEnd: true, nextCharge: null });
});
