import type { Order, Withdrawal } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { atBank, paymentOf, unlockSeries } from "#test/bank";
import { makeSeries } from "#test/factories";
import { approveAtPayPal } from "#test/memberships";
import { type TestMoney, testMoney } from "#test/money";
import { type MadeMember, makeMember } from "#test/people";
import { opens, orderOf, payOrder, refundsOf } from "#test/purchases";
import { unaudited } from "#test/unaudited";

let shop: TestMoney;
beforeAll(async () => {
  shop = await testMoney();
});
afterAll(() => shop.close());

const withdraw = (member: MadeMember, orderId: string) =>
  member.call<{ withdrawal: Withdrawal; order: Order }>("POST", "/api/payment/withdraw", {
    orderId,
    step: "confirm",
  });

test("case 134: who withdraws from a series and buys it again while the money is on its way back reads that, and may once it has arrived", async () => {
  const member = await makeMember(shop);
  const series = await makeSeries(shop, { free: 1, episodes: 3 });
  const { info } = await orderOf(member, { seriesId: series.id, method: "paypal" });
  await approveAtPayPal(shop, new URL(info.next?.url ?? "").searchParams.get("token") ?? "", "funded");
  await shop.paypal.post("/refunds/next", { status: "PENDING", n: 1 });
  await withdraw(member, info.order.id);
  expect([await opens(member, series.id), await refundsOf(shop, info.order.id)]).toEqual([
    false,
    [{ amount: 699, state: "pending" }],
  ]);
  const early = await orderOf(member, { seriesId: series.id });
  expect(early).toMatchObject({
    code: 500,
    reason: "refund_under_way",
    message: expect.stringMatching(/way back/),
  });
  const { rows } = await shop.database.pool.query("select remote_id from refund where order_id = $1", [
    info.order.id,
  ]);
  await shop.paypal.post(`/refunds/${rows[0].remote_id}`, { status: "COMPLETED" });
  await shop.advance(120);
  await shop.work();
  const again = await orderOf(member, { seriesId: series.id });
  expect((await payOrder(member, again.info.order.id)).info.order.state).toBe("paid");
  expect(await opens(member, series.id)).toBe(true);
});

test("case 55: who would buy a series again while a bank asks about their payment for it reads that, and not that it is open", async () => {
  const { member, seriesId, remoteId, isOpen } = await unlockSeries(shop);
  await atBank(shop, remoteId, "charge.dispute.created", [`/charges/${remoteId}/dispute`]);
  expect(await isOpen()).toBe(false);
  expect(await orderOf(member, { seriesId })).toMatchObject({ code: 500, reason: "purchase_disputed" });
  await atBank(shop, remoteId, "charge.dispute.closed", [`/disputes/${remoteId}/close`, { outcome: "won" }]);
  expect(await orderOf(member, { seriesId })).toMatchObject({ code: 409, reason: "unlocked_already" });
});

test("case 55, case 49: who would buy a membership again while a bank asks about their payment for it reads that", async () => {
  const member = await makeMember(shop);
  const { info } = await orderOf(member);
  await payOrder(member, info.order.id);
  expect(await orderOf(member)).toMatchObject({ code: 409, reason: "subscribed_already" });
  const remoteId = await paymentOf(shop, info.order.id);
  await atBank(shop, remoteId, "charge.dispute.created", [`/charges/${remoteId}/dispute`]);
  expect(await orderOf(member)).toMatchObject({ code: 500, reason: "payment_disputed" });
});

test("case 100: a series that a sign-in brought twice is open by the other purchase while a bank asks about one of them", async () => {
  const { member, seriesId, id } = await unlockSeries(shop);
  const other = await unlockSeries(shop);
  // As the sign-in of a guest who had bought it too leaves it.
  const { pool } = shop.database;
  await pool.query(
    "update purchase_order set visitor_id = $1, series_id = $2, merged_from = $3 where id = $4",
    [member.id, seriesId, other.member.id, other.id],
  );
  await unaudited(pool).query("update entitlement set visitor_id = $1, series_id = $2 where source_id = $3", [
    member.id,
    seriesId,
    other.id,
  ]);
  for (const suspended of [id, other.id]) {
    await unaudited(pool).query(
      "update entitlement set suspended_at = case when source_id = $1 then valid_from end where visitor_id = $2",
      [suspended, member.id],
    );
    expect(await orderOf(member, { seriesId })).toMatchObject({ code: 409, reason: "unlocked_already" });
  }
});
