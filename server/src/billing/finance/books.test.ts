import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { addTo, type ExpectedBooks, sellTo, settleCard, wholeLedger } from "#test/expected-books";
import { ledgerOf } from "#test/gateway-books";
import { type TestMoney, testMoney } from "#test/money";
import { makePurchase } from "#test/paid";
import { refundOrder } from "../settlement/refund.ts";
import { checkBooks } from "./check-books.ts";

let shop: TestMoney;
beforeAll(async () => {
  shop = await testMoney();
  await shop.paypal.put("/settings", { reportingSeconds: 0 });
});
afterAll(() => shop?.close());

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Goes on in time and does everything that is due. */
async function goOn(seconds: number): Promise<void> {
  await shop.advance(seconds);
  await pause(50);
  await shop.work();
}

const check = () => checkBooks(shop.billing);
const findings = async (kind: string) => (await check()).findings.filter((one) => one.kind === kind);

const expected: ExpectedBooks = {};
const ledger = () => wholeLedger(shop);
const add = (key: string, amount: number) => addTo(expected, key, amount);
const sell = (method: "card" | "paypal", currency: string) => sellTo(shop, expected, { method, currency });

describe("case 75: sales in three currencies on an account that settles in USD", () => {
  test("are receivables first, and settled by the lines of the balance: the ledger is what the test did", async () => {
    for (const currency of ["USD", "EUR", "BRL"]) {
      await sell("card", currency);
      if (currency !== "BRL") await sell("paypal", currency);
    }
    const { order } = await sell("card", "EUR");
    expect(await ledgerOf(shop, order.id)).toMatchObject({
      USD: { gateway_fees: 52, gateway_clearing: 703 },
    });
    await goOn(HOUR);
    expect(await ledger()).toEqual(expected);
    const checked = await check();
    expect(checked).toMatchObject({ unread: [], unsettled: [], findings: [], isEqual: true });
    expect(checked.balances.map(({ gateway, currency, remote }) => [gateway, currency, remote])).toEqual([
      ["paypal", "EUR", 699 - 63],
      ["paypal", "USD", 699 - 73],
      ["stripe", "USD", (expected["gateway_clearing USD"] as number) - (699 - 73)],
    ]);
  });

  test("are refunded at the rate of that day; the exchange result stays in fx_conversion", async () => {
    const { order, amount } = await sell("card", "EUR");
    await shop.stripe.put("/settlement", { rates: { eur: 1.2 } });
    await refundOrder(shop.billing, order.id, null, { by: "operator", actor: commandActor(), reason: null });
    await shop.work();
    await goOn(HOUR);
    // 6.99 € at 1.2 less 2 %.
    add("refunds EUR", amount);
    add("fx_conversion EUR", -amount);
    add("fx_conversion USD", 822);
    add("gateway_clearing USD", -822);
    await shop.stripe.put("/settlement", { rates: { eur: 1.1025 } });
    expect(await ledger()).toEqual(expected);
    expect(await check()).toMatchObject({ findings: [], isEqual: true });
  });

  test("in PayPal's account that converts, two more lines move the balance", async () => {
    await shop.paypal.put("/settings", { converts: "USD" });
    await sell("paypal", "EUR");
    await goOn(HOUR);
    await shop.paypal.put("/settings", { converts: "" });
    // 6.36 € at 1.1 less 3 % is 6.79 $.
    add("gateway_clearing EUR", -636);
    add("fx_conversion EUR", 636);
    add("gateway_clearing USD", 679);
    add("fx_conversion USD", -679);
    expect(await ledger()).toEqual(expected);
    expect(await check()).toMatchObject({ findings: [], isEqual: true });
  });
});

test("case 76: a line that comes late settles the sale; one that does not is a difference after three days", async () => {
  await shop.stripe.put("/settlement", { delay: 100 * DAY });
  const { order } = await makePurchase(shop, { method: "card" });
  await goOn(2 * DAY);
  expect(await check()).toMatchObject({
    unsettled: [{ currency: "USD", amount: 699, payments: 1 }],
    findings: [],
  });
  await goOn(DAY + HOUR);
  expect((await findings("fee_unknown")).map((one) => one.order_id)).toEqual([order.id]);
  expect((await findings("receivable")).map((one) => one.order_id)).toEqual([order.id]);
  const metrics = await shop.database.pool.query(
    "select kind, count(*)::int from recon_finding where gone_at is null group by 1 order by 1",
  );
  expect(metrics.rows).toEqual([
    { kind: "fee_unknown", count: 1 },
    { kind: "receivable", count: 1 },
  ]);
  await shop.stripe.put("/settlement", { delay: null });
  await goOn(98 * DAY);
  await goOn(HOUR);
  add("revenue USD", -699);
  settleCard(expected, 699, "USD");
  expect(await ledger()).toEqual(expected);
  expect(await check()).toMatchObject({ unsettled: [], findings: [], isEqual: true });
});

describe("case 143: a payout", () => {
  test("consists of its lines and goes to the bank; one that fails comes back", async () => {
    await goOn(3 * DAY);
    const paid = (await shop.stripe.post("/payouts")) as { id: string; amount: number };
    await goOn(HOUR);
    const before = expected["gateway_clearing USD"] ?? 0;
    add("bank USD", paid.amount);
    add("gateway_clearing USD", -paid.amount);
    expect(before).toBeGreaterThan(paid.amount);
    expect(await ledger()).toEqual(expected);
    expect(await findings("payout_sum")).toEqual([]);
    await shop.stripe.post(`/payouts/${paid.id}/fail`);
    await goOn(HOUR);
    add("bank USD", -paid.amount);
    add("gateway_clearing USD", paid.amount);
    expect(await ledger()).toEqual(expected);
    const withdrawn = (await shop.paypal.post("/withdrawals", { amount: 100 })) as { amount: number };
    await goOn(HOUR);
    add("bank USD", withdrawn.amount);
    add("gateway_clearing USD", -withdrawn.amount);
    expect(await ledger()).toEqual(expected);
    expect(await check()).toMatchObject({ findings: [], isEqual: true });
  });
});

describe("case 144: what differs is found within an hour, and no order changes", () => {
  test("a fee of the account is booked; a line of an unknown kind is a difference", async () => {
    await shop.stripe.post("/fees", { amount: 20 });
    await goOn(HOUR);
    add("gateway_fees USD", 20);
    add("gateway_clearing USD", -20);
    expect(await ledger()).toEqual(expected);
    expect(await check()).toMatchObject({ findings: [], isEqual: true });
  });

  test("a figure of the gateway that differs from its lines", async () => {
    const { rows } = await shop.database.pool.query(
      "select remote_id from balance_line where gateway = 'stripe' and kind = 'fee'",
    );
    await shop.database.pool.query(
      `update balance_line set gross = gross - 5, net = net - 5 where remote_id = $1`,
      [rows[0].remote_id],
    );
    const checked = await check();
    expect(checked.isEqual).toBe(false);
    expect(checked.findings.map(({ kind, subject }) => [kind, subject])).toEqual([
      ["amount", `stripe:${rows[0].remote_id}:reported`],
      ["balance", "stripe:USD"],
    ]);
    await shop.database.pool.query(
      `update balance_line set gross = gross + 5, net = net + 5, differs = null where remote_id = $1`,
      [rows[0].remote_id],
    );
    expect(await check()).toMatchObject({ findings: [], isEqual: true });
  });

  test("a refund whose webhooks are lost is found in the lines, and its payment is inspected", async () => {
    const { order } = await sell("paypal", "USD");
    await shop.paypal.put("/delivery-plan", { action: "drop", types: "PAYMENT.**" });
    const { rows } = await shop.database.pool.query(
      "select c.remote_id from capture c join payment p on p.id = c.payment_id where order_id = $1",
      [order.id],
    );
    await shop.paypal.post(`/captures/${rows[0].remote_id}/refund`, {});
    // The list of events would tell as well.
    await shop.database.pool.query("update gateway_watermark set sweep_at = now() + interval '10 years'");
    await goOn(2 * HOUR);
    await goOn(HOUR);
    await shop.paypal.put("/delivery-plan", { action: "send" });
    add("refunds USD", 699);
    add("gateway_clearing USD", -699);
    expect(await ledger()).toEqual(expected);
    expect(await check()).toMatchObject({ findings: [], isEqual: true });
  });
});
