import { languages } from "@cliffhanger/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database";
import { newId } from "#platform/ids";
import { messagesIn } from "#platform/messages";
import { makeGuest } from "#test/people";
import { booksOf, makeBuyer, payOrder, plansFor, type TestShop, testShop } from "#test/purchases";
import { inspectPayment } from "./charging/inspect.ts";
import { billingListener } from "./listener.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const erase = (visitorId: string) =>
  inTransaction(shop.database.db, async (trx) => billingListener(shop.billing).erased?.(trx, [visitorId]));

test("case 63: an erased account is not charged any more, its card is detached at the gateway, and its orders stay without it", async () => {
  const buyer = await makeBuyer(shop);
  await payOrder(buyer, buyer.orderId);
  const unlocked = await makeBuyer(shop, { seriesId: shop.series.id });
  await payOrder(unlocked, unlocked.orderId);
  const { db } = shop.database;
  const { rows: cards } = await sql<{
    token: string;
  }>`select token from instrument where visitor_id = ${buyer.id}`.execute(db);
  await erase(buyer.id);
  const { rows: left } = await sql<{ n: number }>`select
    (select count(*) from purchase_order where visitor_id = ${buyer.id} or email = ${buyer.email})
    + (select count(*) from subscription where visitor_id = ${buyer.id})
    + (select count(*) from instrument where visitor_id = ${buyer.id})
    + (select count(*) from entitlement where visitor_id = ${buyer.id})
    + (select count(*) from gateway_customer where visitor_id = ${buyer.id})
    + (select count(*) from payment_attempt join payment on payment.id = payment_id
       where order_id = ${buyer.orderId} and address is not null) as n`.execute(db);
  expect(Number(left[0]?.n)).toBe(0);
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({
    state: "paid",
    captures: 1,
    receipts: 1,
    sum: 0,
  });
  await shop.work();
  const card = await shop.stand.stripe.paymentMethods.retrieve(cards[0]?.token ?? "");
  expect(card.customer).toBeNull();
  await shop.advance(400 * 86_400);
  await shop.work();
  const { rows: later } = await sql<{
    n: number;
  }>`select count(*)::int as n from purchase_order where kind = 'renewal'`.execute(db);
  expect(later[0]?.n).toBe(0);
  expect(await booksOf(shop, unlocked.orderId)).toMatchObject({ entitlements: 1 });
});

test("case 63: a member who requests deletion is not charged until the account is erased", async () => {
  const buyer = await makeBuyer(shop, { plan: 0 });
  await payOrder(buyer, buyer.orderId);
  const { password } = buyer;
  expect((await buyer.call("POST", "/api/user/delete", { password })).code).toBe(200);
  const { info } = await buyer.call<{ subscription: object }>("GET", "/api/payment");
  expect(info.subscription).toMatchObject({ state: "active", cancelAtPeriodEnd: true, nextCharge: null });
  await shop.advance(8 * 86_400);
  await shop.work();
  const { rows } = await sql<{
    kind: string;
  }>`select kind from purchase_order where visitor_id = ${buyer.id}`.execute(shop.database.db);
  expect(rows).toEqual([{ kind: "subscribe" }]);
  const guest = await makeBuyer(shop, { seriesId: shop.series.id });
  expect((await guest.call("POST", "/api/user/delete", { password: guest.password })).code).toBe(200);
});

test("case 63: who requested deletion can neither resume the renewal nor plan a change until they keep the account", async () => {
  const buyer = await makeBuyer(shop, { plan: 1 });
  await payOrder(buyer, buyer.orderId);
  const { password } = buyer;
  expect((await buyer.call("POST", "/api/user/delete", { password })).code).toBe(200);
  const undo = () => buyer.call("POST", "/api/payment/cancel", { undo: true });
  const { plans, consent } = await plansFor(buyer);
  const change = { planId: plans[0]?.id, consent: { version: consent.version, accepted: true } };
  expect(await undo()).toMatchObject({ code: 500, reason: "account_leaving" });
  expect(await buyer.call("POST", "/api/payment/change", change)).toMatchObject({
    reason: "account_leaving",
  });
  const { info } = await buyer.call<{ subscription: object }>("GET", "/api/payment");
  expect(info.subscription).toMatchObject({ cancelAtPeriodEnd: true, nextCharge: null, pendingPlan: null });
  expect((await buyer.call("POST", "/api/user/delete", { undo: true })).code).toBe(200);
  expect((await undo()).code).toBe(200);
});

test("case 63: a membership whose payment passes the bank only after its owner requested deletion does not renew", async () => {
  const buyer = await makeBuyer(shop, { plan: 0 });
  await payOrder(buyer, buyer.orderId, "pm_card_threeDSecure2Required");
  expect((await buyer.call("POST", "/api/user/delete", { password: buyer.password })).code).toBe(200);
  const [payment] = (await booksOf(shop, buyer.orderId)).payments;
  await shop.stand.post(`/intents/${payment?.remote_id}/authenticate`, { outcome: "pass" });
  await inspectPayment(shop.billing, payment?.id ?? "", "webhook");
  const { info } = await buyer.call<{ subscription: object }>("GET", "/api/payment");
  expect(info.subscription).toMatchObject({ state: "active", cancelAtPeriodEnd: true, nextCharge: null });
  await shop.advance(8 * 86_400);
  await shop.work();
  const { rows } = await sql<{
    kind: string;
  }>`select kind from purchase_order where visitor_id = ${buyer.id}`.execute(shop.database.db);
  expect(rows).toEqual([{ kind: "subscribe" }]);
});

test("case 63: a membership that a sign-in brings to an account that is to be deleted does not renew", async () => {
  const leaving = await makeBuyer(shop);
  expect((await leaving.call("POST", "/api/user/delete", { password: leaving.password })).code).toBe(200);
  const buyer = await makeBuyer(shop, { plan: 0 });
  await payOrder(buyer, buyer.orderId);
  const change = { guestId: buyer.id, memberId: leaving.id };
  await inTransaction(shop.database.db, async (trx) => billingListener(shop.billing).merged?.(trx, change));
  const { info } = await leaving.call<{ subscription: object }>("GET", "/api/payment");
  expect(info.subscription).toMatchObject({ state: "active", cancelAtPeriodEnd: true, nextCharge: null });
});

test("case 63: a card is detached at the gateway even if that was down at first", async () => {
  const buyer = await makeBuyer(shop);
  await payOrder(buyer, buyer.orderId);
  const { db } = shop.database;
  const { rows: cards } = await sql<{
    token: string;
  }>`select token from instrument where visitor_id = ${buyer.id}`.execute(db);
  await erase(buyer.id);
  await shop.stand.post("/faults", { kind: "500", path: "/v1/**", n: 10_000 });
  await expect(shop.work()).rejects.toThrow("Stripe");
  await shop.stand.delete("/faults");
  await shop.work();
  expect((await shop.stand.stripe.paymentMethods.retrieve(cards[0]?.token ?? "")).customer).toBeNull();
  const { rows } = await sql<{
    token: string;
  }>`select token from instrument where token = ${cards[0]?.token}`.execute(db);
  expect(rows).toEqual([]);
});

test("case 63: a payment that succeeds after its account was erased is refunded", async () => {
  const buyer = await makeBuyer(shop, { seriesId: shop.series.id });
  await payOrder(buyer, buyer.orderId, "pm_card_threeDSecure2Required");
  const [payment] = (await booksOf(shop, buyer.orderId)).payments;
  await erase(buyer.id);
  await shop.stand.post(`/intents/${payment?.remote_id}/authenticate`, { outcome: "pass" });
  await inspectPayment(shop.billing, payment?.id ?? "", "webhook");
  await shop.work();
  expect(await booksOf(shop, buyer.orderId)).toMatchObject({
    state: "refunded",
    entitlements: 0,
    receipts: 0,
    sum: 0,
  });
  const intent = await shop.stand.get<{ charged: number; refunded: number }>(
    `/money/intents/${payment?.remote_id}`,
  );
  expect(intent.refunded).toBe(intent.charged);
});

test("R15: the export contains orders, memberships and receipts, with a description of each file in five languages", async () => {
  const buyer = await makeBuyer(shop);
  await payOrder(buyer, buyer.orderId);
  const listener = billingListener(shop.billing);
  const files = await listener.exported?.(shop.database.db, buyer.id);
  expect(files).toMatchObject({
    orders: [{ id: buyer.orderId, state: "paid", email: buyer.email }],
    subscription: [{ state: "active", paid_by: "card", last4: "4242" }],
    receipts: [{ kind: "receipt" }],
  });
  expect(JSON.stringify(files)).not.toMatch(/pm_|cus_|pi_/);
  for (const name of Object.keys(files ?? {})) {
    const description = listener.files?.[name];
    if (description === undefined) throw new Error(`${name} has no description`);
    const texts = languages.map((language) => messagesIn(language)(description));
    expect(new Set(texts).size, name).toBe(languages.length);
  }
  const guest = await makeGuest(shop);
  expect(await listener.exported?.(shop.database.db, newId(shop.clock.now()))).toEqual({
    orders: [],
    subscription: [],
    receipts: [],
    withdrawals: [],
  });
  expect(await inTransaction(shop.database.db, async (trx) => listener.hasDataOf?.(trx, [guest.id]))).toEqual(
    [],
  );
});
