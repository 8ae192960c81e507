import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { payThroughBank } from "#test/memberships";
import { makeMember } from "#test/people";
import {
  booksOf,
  chargesOf,
  makeBuyer,
  orderOf,
  payOrder,
  seeOrder,
  type TestShop,
  testShop,
} from "#test/purchases";
import { newOrderKey } from "../records/order-key.ts";
import { chargeOrder } from "./charge.ts";
import { inspectPayment } from "./inspect.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const confirms = (remoteId: string | null | undefined) =>
  shop.stand.calls.filter(({ path }) => path === `/v1/payment_intents/${remoteId}/confirm`).length;

test("case 1: fifty payments of one order at once are one charge", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  const answers = await Promise.all(Array.from({ length: 50 }, () => payOrder(buyer, buyer.orderId)));
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
  expect(answers.filter(({ info }) => info.order.state === "paid").length).toBeGreaterThan(0);
  const books = await booksOf(shop, buyer.orderId);
  expect(books).toMatchObject({ state: "paid", captures: 1, entitlements: 1, receipts: 1, sum: 0 });
  expect(await chargesOf(shop, books)).toMatchObject({ charges: 1 });
  expect(books.attempts).toEqual([{ n: 1, outcome: "succeeded" }]);
  expect(confirms(books.payments[0]?.remote_id)).toBe(1);
});

test("case 1, case 26: paying a paid order, and inspecting it fifty times at once, changes nothing", async () => {
  const buyer = await makeBuyer(shop);
  await payOrder(buyer, buyer.orderId);
  const before = await booksOf(shop, buyer.orderId);
  expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
  const [payment] = before.payments;
  await Promise.all(
    Array.from({ length: 50 }, () => inspectPayment(shop.billing, payment?.id ?? "", "webhook")),
  );
  expect(await booksOf(shop, buyer.orderId)).toEqual(before);
});

test("R48, R92: a declined card shows its own reason; the order waits, and another card pays it with the same remote object", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  const cards: [card: string, reason: string, message: string][] = [
    ["pm_card_chargeDeclined", "card_declined", "Your bank declined this card. Nothing was charged;"],
    [
      "pm_card_chargeDeclinedInsufficientFunds",
      "insufficient_funds",
      "There is not enough money on this card. Nothing was charged;",
    ],
    ["pm_card_chargeDeclinedExpiredCard", "card_expired", "This card has expired."],
    ["pm_card_chargeDeclinedIncorrectCvc", "cvc_wrong", "The security code is not right."],
  ];
  for (const [card, reason, message] of cards) {
    const answer = await payThroughBank(shop.stand, buyer, buyer.orderId, card);
    expect(answer).toMatchObject({ status: 200, code: 500, reason });
    expect(answer.message).toContain(message);
    const order = await seeOrder(buyer, buyer.orderId);
    expect(order).toMatchObject({ state: "pending", declined: { reason, retryable: true } });
  }
  expect((await payThroughBank(shop.stand, buyer, buyer.orderId)).info.order).toMatchObject({
    state: "paid",
    declined: null,
  });
  const books = await booksOf(shop, buyer.orderId);
  expect(books.payments).toHaveLength(1);
  expect(books.attempts.map(({ outcome }) => outcome)).toEqual([
    ...Array<string>(4).fill("declined"),
    "succeeded",
  ]);
});

test("case 8: a card that belongs to another customer at the gateway is refused there, and the order waits", async () => {
  const owner = await makeBuyer(shop);
  const { stripe } = shop.stand;
  const other = await stripe.customers.create({});
  const theirs = await stripe.paymentMethods.attach("pm_card_visa", { customer: other.id });
  expect(await payOrder(owner, owner.orderId, theirs.id)).toMatchObject({
    code: 500,
    reason: "card_refused",
  });
  expect(await payOrder(owner, owner.orderId, "pm_of_nobody")).toMatchObject({
    code: 500,
    reason: "card_refused",
  });
  expect((await seeOrder(owner, owner.orderId)).state).toBe("pending");
  expect((await payThroughBank(shop.stand, owner, owner.orderId)).info.order.state).toBe("paid");
});

test("case 39: a passed bank authentication pays the order, a failed one leaves it open", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  const first = await payOrder(buyer, buyer.orderId, "pm_card_threeDSecure2Required");
  expect(first.info).toMatchObject({ order: { state: "processing" }, next: { type: "action" } });
  expect(first.info.next?.clientSecret).toMatch(/^pi_.*_secret_/);
  const again = await payOrder(buyer, buyer.orderId, "pm_card_threeDSecure2Required");
  expect(again.info.next).toEqual(first.info.next);
  const [payment] = (await booksOf(shop, buyer.orderId)).payments;
  const remote = `/intents/${payment?.remote_id}/authenticate`;
  await shop.stand.post(remote, { outcome: "fail" });
  await inspectPayment(shop.billing, payment?.id ?? "", "webhook");
  const failed = await seeOrder(buyer, buyer.orderId);
  expect(failed).toMatchObject({ state: "pending", declined: { reason: "authentication_failed" } });
  await payOrder(buyer, buyer.orderId, "pm_card_threeDSecure2Required");
  await shop.stand.post(remote, { outcome: "pass" });
  await inspectPayment(shop.billing, payment?.id ?? "", "webhook");
  const books = await booksOf(shop, buyer.orderId);
  expect(books).toMatchObject({ state: "paid", captures: 1, entitlements: 1, receipts: 1, sum: 0 });
  expect(await chargesOf(shop, books)).toMatchObject({ charges: 1 });
});

test("case 39, R27: a page that polls after the bank's authentication gets the outcome at once, without a webhook", async () => {
  for (const [outcome, state] of [
    ["pass", "paid"],
    ["fail", "pending"],
  ]) {
    const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
    await payOrder(buyer, buyer.orderId, "pm_card_threeDSecure2Required");
    const [payment] = (await booksOf(shop, buyer.orderId)).payments;
    await shop.stand.post(`/intents/${payment?.remote_id}/authenticate`, { outcome });
    expect((await seeOrder(buyer, buyer.orderId)).state).toBe(state);
    expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
    const books = await booksOf(shop, buyer.orderId);
    expect([books.payments.length, books.captures]).toEqual([1, 1]);
  }
});

test("case 39: a buyer who abandons the bank's authentication and uses another card is charged on that card only", async () => {
  const buyer = await makeBuyer(shop);
  await payOrder(buyer, buyer.orderId, "pm_card_threeDSecure2Required");
  const [left] = (await booksOf(shop, buyer.orderId)).payments;
  expect((await orderOf(buyer)).info).toMatchObject({ order: { id: buyer.orderId }, next: { type: "card" } });
  expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
  const intent = await shop.stand.get<{ status: string }>(`/money/intents/${left?.remote_id}`);
  expect(intent.status).toBe("canceled");
  expect(await chargesOf(shop, await booksOf(shop, buyer.orderId))).toMatchObject({ charges: 1 });
});

test("case 39: a bank authentication that is never completed ends with the order, as does its remote object", async () => {
  const buyer = await makeBuyer(shop);
  await payOrder(buyer, buyer.orderId, "pm_card_threeDSecure2Required");
  await shop.advance(31 * 60);
  await shop.work();
  const books = await booksOf(shop, buyer.orderId);
  expect(books).toMatchObject({ state: "expired", captures: 0, payments: [{ state: "cancelled" }] });
  expect((await orderOf(buyer)).info.order.id).not.toBe(buyer.orderId);
});

test("case 39: a bank authentication passed just after the order expired is paid all the same: the money counts", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  await payOrder(buyer, buyer.orderId, "pm_card_threeDSecure2Required");
  const [payment] = (await booksOf(shop, buyer.orderId)).payments;
  await shop.advance(31 * 60);
  await shop.stand.post(`/intents/${payment?.remote_id}/authenticate`, { outcome: "pass" });
  await shop.work();
  const books = await booksOf(shop, buyer.orderId);
  expect(books).toMatchObject({ state: "paid", captures: 1, entitlements: 1, receipts: 1, sum: 0 });
});

test("case 2, case 39: cancelling an order whose bank authentication has just passed reports that it is paid", async () => {
  const buyer = await makeBuyer(shop, { plan: 0 });
  await payOrder(buyer, buyer.orderId, "pm_card_threeDSecure2Required");
  const [payment] = (await booksOf(shop, buyer.orderId)).payments;
  await shop.stand.post(`/intents/${payment?.remote_id}/authenticate`, { outcome: "pass" });
  const other = await orderOf(buyer, { plan: 1 });
  expect(other.info).toMatchObject({ order: { id: buyer.orderId, state: "paid" }, next: null });
});

test("case 61: after five declines an order is closed permanently; after ten in a day the customer must wait", async () => {
  const buyer = await makeBuyer(shop);
  const tryOut = (orderId: string, card = "pm_card_chargeDeclined") =>
    payThroughBank(shop.stand, buyer, orderId, card);
  for (let n = 1; n <= 5; n++) expect(await tryOut(buyer.orderId)).toMatchObject({ reason: "card_declined" });
  expect(await seeOrder(buyer, buyer.orderId)).toMatchObject({
    state: "failed",
    declined: { retryable: false },
  });
  expect(await tryOut(buyer.orderId, "pm_card_visa")).toMatchObject({ code: 500 });
  await shop.work();
  expect((await booksOf(shop, buyer.orderId)).payments).toMatchObject([{ state: "cancelled" }]);
  const second = (await orderOf(buyer)).info.order.id;
  for (let n = 1; n <= 5; n++) await tryOut(second);
  const third = (await orderOf(buyer)).info.order.id;
  const refused = await tryOut(third, "pm_card_visa");
  expect([refused.status, refused.reason]).toEqual([429, "too_many_requests"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3600);
  await shop.advance(86_400);
  const later = (await orderOf(buyer)).info.order.id;
  expect((await tryOut(later, "pm_card_visa")).info.order.state).toBe("paid");
});

test("case 61: twenty declines from one address in an hour block that address, and no other", async () => {
  const address = "203.0.113.7";
  for (let n = 0; n < 4; n++) {
    const buyer = await makeBuyer(shop);
    buyer.address = address;
    for (let card = 0; card < 5; card++)
      await payThroughBank(shop.stand, buyer, buyer.orderId, "pm_card_chargeDeclined");
  }
  const buyer = await makeBuyer(shop);
  buyer.address = address;
  expect((await payOrder(buyer, buyer.orderId)).status).toBe(429);
  buyer.address = "203.0.113.8";
  expect((await payOrder(buyer, buyer.orderId)).info.order.state).toBe("paid");
});

test("case 62: the key in an email's link opens its one order, while that waits for payment, and nothing else", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  const other = await makeBuyer(shop);
  const orderKey = await newOrderKey(shop.database.db, buyer.orderId);
  const otherMember = await makeMember(shop);
  const see = (orderId: string, key: string) =>
    otherMember.call("GET", `/api/payment?orderId=${orderId}&orderKey=${encodeURIComponent(key)}`);
  expect((await see(buyer.orderId, orderKey)).code).toBe(200);
  for (const wrong of ["", "guess", orderKey.slice(1), `${orderKey}x`])
    expect((await see(buyer.orderId, wrong)).code).toBe(404);
  expect((await see(other.orderId, orderKey)).code).toBe(404);
  expect(await payOrder(otherMember, buyer.orderId, "pm_card_visa", { orderKey: "guess" })).toMatchObject({
    code: 404,
  });
  const paid = await payOrder(otherMember, buyer.orderId, "pm_card_visa", { orderKey });
  expect(paid.info.order.state).toBe("paid");
  expect(await payOrder(otherMember, buyer.orderId, "pm_card_visa", { orderKey })).toMatchObject({
    code: 404,
  });
  expect((await see(buyer.orderId, orderKey)).code).toBe(200);
  await shop.advance(16 * 60);
  expect((await see(buyer.orderId, orderKey)).code).toBe(404);
  const newer = await newOrderKey(shop.database.db, other.orderId);
  await shop.advance(31 * 60);
  expect((await see(other.orderId, newer)).code).toBe(404);
});

test("R47: one order charged from two nodes at once is charged once", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  const charge = { initiator: "customer", token: "pm_card_visa" } as const;
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => chargeOrder({ ...shop.billing }, buyer.orderId, charge)),
  );
  expect(outcomes.map(({ result }) => result)).toContain("paid");
  const books = await booksOf(shop, buyer.orderId);
  expect(await chargesOf(shop, books)).toMatchObject({ charges: 1 });
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from money_log
    where subject_id = ${buyer.orderId} and to_state = 'paid'`.execute(shop.database.db);
  expect(rows[0]?.n).toBe(1);
});
