import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database";
import { faultsOfGatewayBooks, ledgerOf } from "#test/gateway-books";
import { type TestMoney, testMoney } from "#test/money";
import { type MadePurchase, makePurchase } from "#test/paid";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { post } from "../accounting/ledger/post.ts";
import type { LedgerAccount } from "../records/ledger/tables.ts";
import { listOpen } from "../review/review.ts";

let shop: TestMoney;
beforeAll(async () => {
  shop = await testMoney();
});
afterAll(() => shop?.close());

/** Delivers every webhook, and does everything that is due. */
async function catchUp(seconds = 3_700): Promise<void> {
  await shop.advance(seconds);
  await pause(50);
  await shop.work();
}

async function captureOf({ order }: MadePurchase): Promise<string> {
  const { rows } = await shop.database.pool.query(
    "select capture.remote_id from capture join payment on payment.id = payment_id where order_id = $1",
    [order.id],
  );
  return rows[0].remote_id;
}

/** Polls until the order has a state: webhooks arrive a moment later. */
async function untilIs(bought: MadePurchase, state: string): Promise<void> {
  const readState = async () => {
    await catchUp(600);
    return stateOf(bought);
  };
  await expect.poll(readState, { timeout: timeLimit(15) }).toBe(state);
}

const stateOf = async ({ member, order }: MadePurchase) =>
  (await member.call<{ state: string }>("GET", `/api/payment?orderId=${order.id}`)).info.state;

const fee = 73;
const chargeback = { stage: "CHARGEBACK", reason: "UNAUTHORISED" };

describe("case 77: a chargeback at PayPal", () => {
  const open = async (purchase: MadePurchase, more: object = {}) => {
    const said = { captureId: await captureOf(purchase), ...chargeback, ...more };
    const { id } = (await shop.paypal.post("/disputes", said)) as { id: string };
    await untilIs(purchase, "disputed");
    return id;
  };

  test("that is lost costs the amount once and its fee, whichever of its webhooks comes first", async () => {
    for (const late of ["PAYMENT.CAPTURE.REVERSED", "CUSTOMER.DISPUTE.RESOLVED"]) {
      const bought = await makePurchase(shop, { method: "paypal" });
      const id = await open(bought);
      expect(await ledgerOf(shop, bought.order.id)).toMatchObject({
        USD: { gateway_fees: fee + 2_000, gateway_clearing: 699 - fee - 2_000 },
      });
      expect(await faultsOfGatewayBooks(shop)).toEqual([]);
      await shop.paypal.put("/delivery-plan", { action: "drop", types: late, left: 1 });
      await shop.paypal.post(`/disputes/${id}`, { outcome: "lost" });
      await untilIs(bought, "refunded");
      // The event list contains the other one.
      await catchUp();
      expect(await ledgerOf(shop, bought.order.id)).toEqual({
        USD: { revenue: -699, refunds: 699, gateway_fees: fee + 2_000, gateway_clearing: -fee - 2_000 },
      });
      expect(await faultsOfGatewayBooks(shop)).toEqual([]);
    }
  });

  test("that is won costs its fee, unless PayPal returns it; one without a fee costs nothing", async () => {
    const cases = [
      { fees: {}, end: {}, left: 2_000 },
      { fees: {}, end: { returnFee: true }, left: 0 },
      { fees: { fee: 0 }, end: {}, left: 0 },
    ];
    for (const { fees, end, left } of cases) {
      const bought = await makePurchase(shop, { method: "paypal" });
      const id = await open(bought, fees);
      await shop.paypal.post(`/disputes/${id}`, { outcome: "won", ...end });
      await untilIs(bought, "paid");
      expect(await ledgerOf(shop, bought.order.id)).toEqual({
        USD: { revenue: -699, gateway_fees: fee + left, gateway_clearing: 699 - fee - left },
      });
      expect(await faultsOfGatewayBooks(shop)).toEqual([]);
    }
  });

  test("is listed for manual review while it is open", async () => {
    const bought = await makePurchase(shop, { method: "paypal" });
    await open(bought);
    const entries = await listOpen(shop.database.db);
    expect(entries.find((entry) => entry.order_id === bought.order.id)).toMatchObject({
      kind: "dispute",
      amount: 699,
      currency: "USD",
    });
  });
});

describe("case 77: Stripe in another currency than the account settles in", () => {
  test("stores what the sale settled to, its fee and its rate; the ledger equals the gateway's to the cent", async () => {
    const bought = await makePurchase(shop, { method: "card", currency: "EUR" });
    const { rows } = await shop.database.pool.query(
      `select capture.currency, amount::int, settled_currency, settled_amount::int, settled_fee::int, settled_rate::float
       from capture where remote_id = $1`,
      [await captureOf(bought)],
    );
    // 6.99 € at 1.1025 less 2 % is 7.55 $, of which Stripe keeps 2.9 % and 30 cents.
    expect(rows).toEqual([
      {
        currency: "EUR",
        amount: 699,
        settled_currency: "USD",
        settled_amount: 755,
        settled_fee: 52,
        settled_rate: 1.08045,
      },
    ]);
    expect(await ledgerOf(shop, bought.order.id)).toEqual({
      EUR: { revenue: -699, fx_conversion: 699 },
      USD: { fx_conversion: -755, gateway_fees: 52, gateway_clearing: 703 },
    });
    expect(await faultsOfGatewayBooks(shop)).toEqual([]);
  });

  test("posts a dispute by balance transaction, each in its own currency: won, and lost", async () => {
    const lost = await makePurchase(shop, { method: "card", currency: "EUR" });
    const won = await makePurchase(shop, { method: "card", currency: "EUR" });
    for (const bought of [lost, won]) await shop.stripe.post(`/charges/${await captureOf(bought)}/dispute`);
    await catchUp();
    expect(await ledgerOf(shop, won.order.id)).toMatchObject({
      USD: { dispute_hold: 755, gateway_fees: 52 + 1_500, gateway_clearing: 703 - 1_500 - 755 },
    });
    // Money that a bank holds is not at the gateway.
    expect(await faultsOfGatewayBooks(shop)).toEqual([]);
    await shop.stripe.post(`/disputes/${await captureOf(won)}/close`, { outcome: "won" });
    await shop.stripe.post(`/disputes/${await captureOf(lost)}/close`, { outcome: "lost" });
    await catchUp();
    expect(await ledgerOf(shop, won.order.id)).toEqual({
      EUR: { revenue: -699, fx_conversion: 699 },
      USD: { fx_conversion: -755, gateway_fees: 52, gateway_clearing: 703 },
    });
    expect(await ledgerOf(shop, lost.order.id)).toEqual({
      EUR: { revenue: -699, fx_conversion: 699 },
      USD: {
        fx_conversion: -755,
        refunds: 755,
        gateway_fees: 52 + 1_500,
        gateway_clearing: 703 - 1_500 - 755,
      },
    });
    expect(await faultsOfGatewayBooks(shop)).toEqual([]);
  });
});

test("a dispute that an earlier version posted as a whole is completed in the same way, and nothing is posted twice", async () => {
  const bought = await makePurchase(shop, { method: "card" });
  await shop.stripe.post("/deliveries/plan", { action: "drop", types: "charge.dispute.**" });
  const { id } = (await shop.stripe.post(`/charges/${await captureOf(bought)}/dispute`)) as { id: string };
  await shop.stripe.post("/deliveries/plan", {});
  const posting = (step: string, from: LedgerAccount, to: LedgerAccount, amount: number) => ({
    source: `dispute:stripe:${id}:${step}`,
    orderId: bought.order.id,
    at: shop.clock.now(),
    entries: [
      { account: to, currency: "USD", amount },
      { account: from, currency: "USD", amount: -amount },
    ],
  });
  await inTransaction(shop.database.db, async (trx) => {
    await post(trx, posting("opened", "gateway_clearing", "dispute_hold", 699));
    await post(trx, posting("fee", "gateway_clearing", "gateway_fees", 1_500));
  });
  await untilIs(bought, "disputed");
  await shop.stripe.post(`/disputes/${id}/close`, { outcome: "won" });
  await untilIs(bought, "paid");
  expect(await ledgerOf(shop, bought.order.id)).toEqual({
    USD: { revenue: -699, gateway_fees: 50, gateway_clearing: 649 },
  });
  expect(await faultsOfGatewayBooks(shop)).toEqual([]);
});

describe("a fee that has not arrived", () => {
  const feeOf = async (bought: MadePurchase) => {
    const { rows } = await shop.database.pool.query(
      `select settled_fee::int as fee, next_inspect_at as next from capture
       join payment on payment.id = payment_id where capture.remote_id = $1`,
      [await captureOf(bought)],
    );
    return rows[0] as { fee: number | null; next: Date | null };
  };

  test("is unknown and never 0, and arrives by webhook or, if that is lost, by an inspection", async () => {
    await shop.stripe.put("/settlement", { delay: 5 });
    const reported = await makePurchase(shop, { method: "card" });
    expect(await feeOf(reported)).toMatchObject({ fee: null, next: expect.any(Date) });
    expect(await ledgerOf(shop, reported.order.id)).toEqual({
      USD: { revenue: -699, gateway_clearing: 699 },
    });
    await catchUp(6);
    await expect.poll(async () => shop.work().then(() => feeOf(reported))).toEqual({ fee: 50, next: null });
    await shop.stripe.post("/deliveries/plan", { action: "drop", types: "charge.updated" });
    const silent = await makePurchase(shop, { method: "card" });
    await catchUp(11);
    expect(await feeOf(silent)).toEqual({ fee: 50, next: null });
    await shop.stripe.put("/settlement", { delay: 100_000 });
    const never = await makePurchase(shop, { method: "card" });
    for (const seconds of [11, 61, 601, 3_601]) await catchUp(seconds);
    expect(await feeOf(never)).toEqual({ fee: null, next: null });
    await shop.stripe.post("/deliveries/plan", {});
    await shop.stripe.put("/settlement", { delay: null });
    await catchUp(100_000);
    expect(await feeOf(never)).toMatchObject({ fee: 50 });
    expect(await faultsOfGatewayBooks(shop)).toEqual([]);
  });
});
