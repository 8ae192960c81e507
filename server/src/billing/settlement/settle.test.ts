import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import {
  booksOf,
  chargesOf,
  makeBuyer,
  opens,
  orderOf,
  payOrder,
  refundsOf,
  seeOrder,
  type TestShop,
  testShop,
} from "#test/purchases";
import { actingOn, unaudited } from "#test/unaudited";
import { inspectPayment } from "../charging/inspect.ts";
import { closeReview } from "../review/review.ts";
import { settleDispute } from "./dispute.ts";
import { refundOrder } from "./refund.ts";
import { settle } from "./settle.ts";

const operator = { by: "operator" as const, actor: commandActor(), reason: "asked for it" };

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const gateway = () => {
  const stripe = shop.billing.gateways.get("stripe");
  if (!stripe) throw new Error("Stripe is not there");
  return stripe;
};

/** Makes a buyer who passed the bank's authentication; our records do not show it yet. */
async function paidInSecret(choice = {}) {
  const buyer = await makeBuyer(shop, choice);
  await payOrder(buyer, buyer.orderId, "pm_card_threeDSecure2Required");
  const [payment] = (await booksOf(shop, buyer.orderId)).payments;
  if (!payment?.remote_id) throw new Error("No remote object was made");
  await shop.stand.post(`/intents/${payment.remote_id}/authenticate`, { outcome: "pass" });
  return { buyer, paymentId: payment.id, remoteId: payment.remote_id };
}

test("case 26: an event settles once, whoever reports it and in whatever order, even concurrently", async () => {
  const { buyer, paymentId, remoteId } = await paidInSecret({ seriesId: shop.series.id });
  const now = await gateway().fetchPayment(remoteId);
  const before = { ...now, state: "action" as const, captures: [] };
  await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      settle(shop.billing, paymentId, n % 3 === 0 ? before : now, `hint ${n}`),
    ),
  );
  await settle(shop.billing, paymentId, before, "an old hint");
  const books = await booksOf(shop, buyer.orderId);
  expect(books).toMatchObject({ state: "paid", captures: 1, entitlements: 1, receipts: 1, sum: 0 });
});

test("case 28: an object of live mode, or one that is not ours, delivers nothing; if money moved, it goes to manual review", async () => {
  const wrongs = [
    { live: true },
    { paymentId: null },
    { paymentId: "another" },
    { orderId: "another" },
    { orderId: null },
  ];
  for (const wrong of wrongs) {
    const { buyer, paymentId, remoteId } = await paidInSecret();
    const snapshot = await gateway().fetchPayment(remoteId);
    await settle(shop.billing, paymentId, { ...snapshot, ...wrong }, "webhook");
    expect(await booksOf(shop, buyer.orderId)).toMatchObject({
      state: "review",
      entitlements: 0,
      receipts: 0,
    });
    const open = { ...snapshot, ...wrong, state: "open" as const, captures: [] };
    await settle(shop.billing, paymentId, open, "webhook");
    expect((await seeOrder(buyer, buyer.orderId)).state).toBe("review");
    // A matching snapshot counts afterwards.
    await settle(shop.billing, paymentId, snapshot, "operator");
    expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "paid", entitlements: 1, sum: 0 });
  }
  const buyer = await makeBuyer(shop);
  await payOrder(buyer, buyer.orderId, "pm_card_chargeDeclined");
  const [payment] = (await booksOf(shop, buyer.orderId)).payments;
  const notOurs = {
    ...(await gateway().fetchPayment(payment?.remote_id ?? "")),
    paymentId: null,
    state: "cancelled" as const,
  };
  await settle(shop.billing, payment?.id ?? "", notOurs, "webhook");
  expect((await seeOrder(buyer, buyer.orderId)).state).toBe("pending");
});

test("case 29, case 30: another amount, another currency or a partial capture goes to manual review, and delivers nothing", async () => {
  const misreports = [
    { fields: { amount: 1 } },
    { fields: { currency: "eur" } },
    { fields: { amount_received: 1 } },
    { fields: { metadata: {} } },
    { fields: { livemode: true } },
  ];
  for (const report of misreports) {
    const buyer = await makeBuyer(shop);
    await shop.stand.post("/misreport", { ...report, n: 1 });
    expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("review");
    const books = await booksOf(shop, buyer.orderId);
    expect([report, books.state, books.entitlements, books.receipts]).toEqual([report, "review", 0, 0]);
    const again = await payOrder(buyer, buyer.orderId);
    expect([again.code, again.info.order.state]).toEqual([200, "review"]);
    await shop.advance(86_400);
    await shop.work();
    expect(await booksOf(shop, buyer.orderId)).toEqual(books);
    expect((await chargesOf(shop, books)).charges).toBe(1);
    expect(await orderOf(buyer)).toMatchObject({ info: { order: { id: buyer.orderId }, next: null } });
  }
});

test("case 39: a payment for a series that was paid in the meantime is refunded automatically, and takes nothing away", async () => {
  const { buyer } = await paidInSecret({ seriesId: shop.series.id });
  const { db } = shop.database;
  // The first order expired while the gateway could not be reached.
  await sql`update payment set state = 'open', next_inspect_at = null where order_id = ${buyer.orderId}`.execute(
    db,
  );
  await sql`update purchase_order set state = 'expired' where id = ${buyer.orderId}`.execute(db);
  const second = await orderOf(buyer, { seriesId: shop.series.id });
  expect((await payOrder(buyer, second.info.order.id)).info.order.state).toBe("paid");
  const [late] = (await booksOf(shop, buyer.orderId)).payments;
  await inspectPayment(shop.billing, late?.id ?? "", "webhook");
  expect((await booksOf(shop, buyer.orderId)).payments).toMatchObject([
    { state: "succeeded", unwanted: true },
  ]);
  // No refund has started yet, but its owner sees it as refunded, not as never charged.
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "expired" });
  expect((await seeOrder(buyer, buyer.orderId)).state).toBe("refunded");
  await shop.work();
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({
    state: "refunded",
    entitlements: 0,
    receipts: 0,
    sum: 0,
  });
  expect(await booksOf(shop, second.info.order.id)).toMatchObject({
    state: "paid",
    entitlements: 1,
    receipts: 1,
  });
  const intent = await shop.stand.get<{ charged: number; refunded: number }>(
    `/money/intents/${late?.remote_id}`,
  );
  expect(intent.refunded).toBe(intent.charged);
});

test("case 39: a late payment for a series whose new order is unpaid delivers the series, and closes that order", async () => {
  const { buyer, paymentId } = await paidInSecret({ seriesId: shop.series.id });
  const { db } = shop.database;
  await sql`update payment set state = 'open', next_inspect_at = null where id = ${paymentId}`.execute(db);
  await sql`update purchase_order set state = 'expired' where id = ${buyer.orderId}`.execute(db);
  const second = await orderOf(buyer, { seriesId: shop.series.id });
  await inspectPayment(shop.billing, paymentId, "webhook");
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "paid", entitlements: 1, sum: 0 });
  expect((await seeOrder(buyer, second.info.order.id)).state).toBe("cancelled");
  expect(await payOrder(buyer, second.info.order.id)).toMatchObject({ reason: "order_gone" });
});

test("case 39: a late payment for a membership that was bought again is refunded", async () => {
  const { buyer, paymentId } = await paidInSecret({ plan: 0 });
  const { db } = shop.database;
  await sql`update payment set state = 'open', next_inspect_at = null where id = ${paymentId}`.execute(db);
  await sql`update purchase_order set state = 'expired' where id = ${buyer.orderId}`.execute(db);
  const second = await orderOf(buyer, { plan: 1 });
  await payOrder(buyer, second.info.order.id);
  await inspectPayment(shop.billing, paymentId, "webhook");
  await shop.work();
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "refunded", entitlements: 0, sum: 0 });
  const { info } = await buyer.call<{ subscription: { state: string } }>("GET", "/api/payment");
  expect(info.subscription.state).toBe("active");
});

test("the gateway's fee is posted as soon as it is reported, once", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  await payOrder(buyer, buyer.orderId);
  const [payment] = (await booksOf(shop, buyer.orderId)).payments;
  await shop.advance(10);
  for (let time = 0; time < 2; time++) await inspectPayment(shop.billing, payment?.id ?? "", "webhook");
  const { accounts, sum } = await booksOf(shop, buyer.orderId);
  const { total } = await seeOrder(buyer, buyer.orderId);
  const fee = Math.round(total.amount * 0.029) + 30;
  expect(sum).toBe(0);
  expect(accounts).toEqual({
    gateway_clearing: total.amount - fee,
    gateway_fees: fee,
    revenue: -total.amount,
  });
});

test("case 29, case 56: a payment that an operator reviewed and refunded at the gateway is closed here too, and may be ordered again", async () => {
  const buyer = await makeBuyer(shop);
  await shop.stand.post("/misreport", { fields: { metadata: {} }, n: 1 });
  await payOrder(buyer, buyer.orderId);
  const [payment] = (await booksOf(shop, buyer.orderId)).payments;
  await shop.stand.post(`/charges/${payment?.remote_id}/refund`);
  await inspectPayment(shop.billing, payment?.id ?? "", "webhook");
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "refunded", entitlements: 0, sum: 0 });
  const again = await orderOf(buyer);
  expect((await payOrder(buyer, again.info.order.id)).info.order.state).toBe("paid");
});

test("R76: the card of an unlock is not kept for later charges, even if the gateway reports it as reusable", async () => {
  const { buyer, paymentId, remoteId } = await paidInSecret({ seriesId: shop.series.id });
  const snapshot = await gateway().fetchPayment(remoteId);
  if (!snapshot.instrument) throw new Error("The gateway reports no card");
  const instrument = { ...snapshot.instrument, token: "pm_reusable", customer: "cus_1", reusable: true };
  await settle(shop.billing, paymentId, { ...snapshot, instrument }, "webhook");
  expect((await booksOf(shop, buyer.orderId)).state).toBe("paid");
  const { rows } = await sql`select token, customer, status from instrument
    where id = (select instrument_id from payment where id = ${paymentId})`.execute(shop.database.db);
  expect(rows).toEqual([{ token: `once_${paymentId}`, customer: null, status: "detached" }]);
});

test("R48: a payment that a gateway cancelled and captured all the same is posted and refunded; the other payment stays", async () => {
  const { buyer, paymentId } = await paidInSecret({ seriesId: shop.series.id });
  const { db } = shop.database;
  await sql`update payment set state = 'cancelled', next_inspect_at = null where id = ${paymentId}`.execute(
    db,
  );
  await sql`update purchase_order set state = 'pending' where id = ${buyer.orderId}`.execute(db);
  expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
  await inspectPayment(shop.billing, paymentId, "webhook");
  await shop.work();
  const books = await booksOf(shop, buyer.orderId);
  expect(books).toMatchObject({ state: "paid", captures: 2, entitlements: 1, receipts: 1, sum: 0 });
  expect(books.payments.filter(({ unwanted }) => unwanted)).toHaveLength(1);
  const { rows } = await sql<{
    left: number;
  }>`select sum(capture.amount - capture.refunded)::int as left from capture
    join payment on payment.id = payment_id where order_id = ${buyer.orderId}`.execute(db);
  expect(rows[0]?.left).toBe((await seeOrder(buyer, buyer.orderId)).total.amount);
  // Case 55: what went back of it is no part of the order, also after its bank has decided for us.
  const wanted = books.payments.find(({ unwanted }) => !unwanted);
  const dispute = { remoteId: "dp_second", amount: 699, currency: "USD", movements: [] };
  for (const state of ["opened", "won"] as const)
    await settleDispute(shop.billing, "stripe", wanted?.remote_id ?? "", { ...dispute, state });
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "paid", entitlements: 1, receipts: 1 });
  // The second payment was not what paid for it: its bank takes nothing away.
  const second = books.payments.find(({ unwanted }) => unwanted);
  for (const state of ["opened", "lost"] as const)
    await settleDispute(shop.billing, "stripe", second?.remote_id ?? "", {
      ...dispute,
      remoteId: "dp_3",
      state,
    });
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "paid", entitlements: 1, receipts: 1 });
  expect(await opens(buyer, shop.series.id)).toBe(true);
});

/** Makes a buyer whose order was paid by one card and, by accident, by another. */
async function paidTwice() {
  const { buyer, paymentId } = await paidInSecret({ seriesId: shop.series.id });
  const { db } = shop.database;
  await sql`update payment set state = 'cancelled', next_inspect_at = null where id = ${paymentId}`.execute(
    db,
  );
  await sql`update purchase_order set state = 'pending' where id = ${buyer.orderId}`.execute(db);
  expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
  await inspectPayment(shop.billing, paymentId, "webhook");
  const { payments } = await booksOf(shop, buyer.orderId);
  const [first, second] = [false, true].map(
    (isSecond) => payments.find(({ unwanted }) => unwanted === isSecond)?.remote_id ?? "",
  );
  return { buyer, first: first ?? "", second: second ?? "" };
}

const notesOf = async (orderId: string) =>
  (
    await sql`select id from receipt where order_id = ${orderId} and kind = 'credit_note'`.execute(
      shop.database.db,
    )
  ).rows.length;

test("case 53: an accidental second payment that goes back takes nothing off the receipt; the refund of the first does", async () => {
  const { buyer } = await paidTwice();
  await shop.work();
  expect(await refundsOf(shop, buyer.orderId)).toMatchObject([{ amount: 699, state: "done" }]);
  expect(await notesOf(buyer.orderId)).toBe(0);
  await refundOrder(shop.billing, buyer.orderId, null, operator);
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "refunded", entitlements: 0 });
  expect(await notesOf(buyer.orderId)).toBe(1);
});

test("case 53, case 55: an accidental second payment that a bank took is not left to be refunded, and does not keep what the order paid for", async () => {
  const { buyer, first, second } = await paidTwice();
  // Its gateway refused to give it back.
  await unaudited(shop.database.pool).query(
    `insert into refund (id, capture_id, order_id, gateway, currency, amount, state, initiated_by, created_at, updated_at)
    select 'refused' || payment.id, capture.id, order_id, 'stripe', 'USD', 699, 'failed', 'system', $1, $1
    from capture join payment on payment.id = payment_id where payment.remote_id = $2`,
    [shop.clock.now(), second],
  );
  const dispute = { remoteId: "dp_taken", amount: 699, currency: "USD", movements: [] };
  for (const state of ["opened", "lost", "lost"] as const)
    await settleDispute(shop.billing, "stripe", second, { ...dispute, state });
  // A dispute of the rest that is won leaves the order a part of its money.
  await refundOrder(shop.billing, buyer.orderId, 200, operator);
  for (const state of ["opened", "won"] as const)
    await settleDispute(shop.billing, "stripe", first, { ...dispute, remoteId: "dp_won", state });
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "partially_refunded" });
  await refundOrder(shop.billing, buyer.orderId, null, operator);
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "refunded", entitlements: 0 });
  const refunds = await refundsOf(shop, buyer.orderId);
  expect(refunds.filter(({ state }) => state === "done")).toHaveLength(2);
  expect(refunds).toHaveLength(3);
  expect(await opens(buyer, shop.series.id)).toBe(false);
});

test("case 55: of two disputes about one order, the one that is won first gives nothing back", async () => {
  const { buyer, paymentId, remoteId } = await paidInSecret({ seriesId: shop.series.id });
  await inspectPayment(shop.billing, paymentId, "webhook");
  const tell = (disputeId: string, state: "opened" | "won") =>
    settleDispute(shop.billing, "stripe", remoteId, {
      amount: 300,
      currency: "USD",
      movements: [],
      evidence: "open",
      remoteId: disputeId,
      state,
    });
  await tell("dp_one", "opened");
  await tell("dp_two", "opened");
  await tell("dp_one", "won");
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "disputed" });
  expect(await opens(buyer, shop.series.id)).toBe(false);
  await tell("dp_two", "won");
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "paid", entitlements: 1 });
  expect(await opens(buyer, shop.series.id)).toBe(true);
});

test("R48, case 14: a doubt that an operator closed, though the gateway had charged: what was paid is delivered late, or given back", async () => {
  const { buyer, paymentId } = await paidInSecret({ seriesId: shop.series.id });
  const { db } = shop.database;
  const close = async (id: string) => {
    await sql`update payment set state = 'in_doubt', next_inspect_at = null where id = ${id}`.execute(db);
    await closeReview(actingOn(shop), id, "the gateway is silent", "doubt");
  };
  await close(paymentId);
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "cancelled", entitlements: 0 });
  await inspectPayment(shop.billing, paymentId, "webhook");
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({ state: "paid", entitlements: 1, sum: 0 });

  const again = await paidInSecret({ seriesId: shop.series.id });
  await close(again.paymentId);
  const other = await orderOf(again.buyer, { seriesId: shop.series.id });
  expect((await payOrder(again.buyer, other.info.order.id)).info.order.state).toBe("paid");
  await inspectPayment(shop.billing, again.paymentId, "webhook");
  await shop.work();
  expect(await booksOf(shop, again.buyer.orderId)).toMatchObject({
    state: "refunded",
    entitlements: 0,
    sum: 0,
  });
  expect(await booksOf(shop, other.info.order.id)).toMatchObject({ state: "paid", entitlements: 1 });
});
