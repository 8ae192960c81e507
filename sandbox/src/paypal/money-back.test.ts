import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultsBy, hasOfficial } from "./test-official.ts";
import { issueOf, openShop, type Shop } from "./test-shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const usd = (value: string) => ({ amount: { currency_code: "USD", value } });
const refund = (capture: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  shop.ask("POST", `/v2/payments/captures/${capture}/refund`, body, headers);
const stateOf = async (capture: string) =>
  (await shop.ask("GET", `/v2/payments/captures/${capture}`)).body.status;

test("a part is refunded, then the rest, and no more", async () => {
  const order = await shop.approved("funded", { value: "10.00" });
  const [{ id }] = (await shop.capture(order)).body.purchase_units[0].payments.captures;
  const part = await refund(
    id,
    { ...usd("2.50"), note_to_payer: "Sorry", invoice_id: "R-1" },
    { prefer: "return=representation" },
  );
  expect(part.body).toMatchObject({
    status: "COMPLETED",
    amount: { value: "2.50" },
    note_to_payer: "Sorry",
    seller_payable_breakdown: { total_refunded_amount: { value: "2.50" } },
  });
  expect(await stateOf(id)).toBe("PARTIALLY_REFUNDED");
  expect(issueOf(await refund(id, usd("7.51")))).toBe("REFUND_AMOUNT_EXCEEDED");
  expect(issueOf(await refund(id, { amount: { currency_code: "EUR", value: "1.00" } }))).toBe(
    "REFUND_CAPTURE_CURRENCY_MISMATCH",
  );
  const rest = await refund(id);
  expect(Object.keys(rest.body)).toEqual(["id", "status", "links"]);
  expect((await shop.ask("GET", `/v2/payments/refunds/${rest.body.id}`)).body.amount.value).toBe("7.50");
  expect(await stateOf(id)).toBe("REFUNDED");
  expect(issueOf(await refund(id))).toBe("CAPTURE_FULLY_REFUNDED");
  expect((await refund(id, { amount: "1.00" })).body.details[0].field).toBe("/amount");
  const { payments } = (await shop.ask("GET", `/v2/checkout/orders/${order}`)).body.purchase_units[0];
  expect(payments.refunds.map(({ id: one }: { id: string }) => one)).toEqual([part.body.id, rest.body.id]);
});

test("the same PayPal-Request-Id refunds once, for 45 days", async () => {
  const { id } = await shop.pay("funded", { value: "10.00" });
  const first = await refund(id, usd("1.00"), { "paypal-request-id": "refund-1" });
  await shop.moveClock(44 * 86_400);
  expect((await refund(id, usd("1.00"), { "paypal-request-id": "refund-1" })).body.id).toBe(first.body.id);
  await shop.moveClock(46 * 86_400);
  expect((await refund(id, usd("1.00"), { "paypal-request-id": "refund-1" })).body.id).not.toBe(
    first.body.id,
  );
  await shop.moveClock(181 * 86_400);
  expect(issueOf(await refund(id, usd("1.00")))).toBe("REFUND_TIME_LIMIT_EXCEEDED");
  await shop.moveClock(0);
});

test("an order that is unpaid or cannot be paid is not refunded", async () => {
  expect(issueOf(await refund((await shop.pay("pending")).id))).toBe("PENDING_CAPTURE");
  await shop.control("POST", "/captures/next", { status: "DECLINED" });
  expect(issueOf(await refund((await shop.pay()).id))).toBe("REFUND_NOT_ALLOWED");
});

test("a refund is pending, fails later, or is made in the dashboard", async () => {
  const { id } = await shop.pay("funded", { value: "10.00" });
  await shop.control("POST", "/refunds/next", { status: "PENDING" });
  const pending = (await refund(id)).body;
  expect(pending.status).toBe("PENDING");
  await shop.control("POST", `/refunds/${pending.id}`, { status: "COMPLETED" });
  expect(await stateOf(id)).toBe("REFUNDED");
  await shop.control("POST", `/refunds/${pending.id}`, { status: "FAILED" });
  expect([
    await stateOf(id),
    (await shop.ask("GET", `/v2/payments/refunds/${pending.id}`)).body.status,
  ]).toEqual(["COMPLETED", "FAILED"]);
  const dashboard = await shop.control("POST", `/captures/${id}/refund`, { value: "4.00" });
  expect([dashboard.status, await stateOf(id)]).toEqual([200, "PARTIALLY_REFUNDED"]);
  const { totals } = (await shop.control("GET", "/money")).body;
  expect(totals.USD.net).toBe(totals.USD.captured - totals.USD.refunded - totals.USD.fees);
});

test("a dispute forbids partial refunds; the buyer's win takes the money back", async () => {
  const { id } = await shop.pay("funded", { value: "10.00" });
  const opened = await shop.control("POST", "/disputes", {
    captureId: id,
    reason: "UNAUTHORISED",
    stage: "CHARGEBACK",
  });
  expect(issueOf(await refund(id, usd("1.00")))).toBe("TRANSACTION_DISPUTED");
  await shop.control("POST", `/disputes/${opened.body.id}`, { status: "UNDER_REVIEW" });
  await shop.control("POST", `/disputes/${opened.body.id}`, { outcome: "lost" });
  const dispute = (await shop.ask("GET", `/v1/customer/disputes/${opened.body.id}`)).body;
  expect(dispute).toMatchObject({
    status: "RESOLVED",
    dispute_outcome: { outcome_code: "RESOLVED_BUYER_FAVOUR" },
  });
  expect(dispute.disputed_transactions[0].seller_transaction_id).toBe(id);
  expect(dispute.money_movements).toMatchObject([
    { reason: "CHARGEBACK_FEE", affected_party: "SELLER", type: "DEBIT" },
    { reason: "DISPUTE_SETTLEMENT", affected_party: "SELLER", type: "DEBIT" },
    { reason: "DISPUTE_SETTLEMENT", affected_party: "BUYER", type: "CREDIT" },
  ]);
  expect(await stateOf(id)).toBe("REFUNDED");
  expect(issueOf(await refund(id))).toBe("REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK");
  const events = (await shop.ask("GET", "/v1/notifications/webhooks-events?page_size=4")).body.events;
  expect(events.map(({ event_type: type }: { event_type: string }) => type)).toEqual([
    "CUSTOMER.DISPUTE.RESOLVED",
    "PAYMENT.CAPTURE.REVERSED",
    "CUSTOMER.DISPUTE.UPDATED",
    "CUSTOMER.DISPUTE.CREATED",
  ]);
  const won = await shop.pay();
  const other = await shop.control("POST", "/disputes", { captureId: won.id });
  await shop.control("POST", `/disputes/${other.body.id}`, { outcome: "won" });
  expect(await stateOf(won.id)).toBe("COMPLETED");
});

test.skipIf(!hasOfficial)("the content of webhooks matches the official descriptions", async () => {
  const { body } = await shop.ask("GET", "/v1/notifications/webhooks-events?page_size=300");
  const files = {
    capture: ["payments_payment_v2", "capture-2"],
    refund: ["payments_payment_v2", "refund"],
    dispute: ["customer_disputes_v1", "dispute"],
    "checkout-order": ["checkout_orders_v2", "order"],
    payment_token: ["vault_payment_tokens_v3", "payment_token_response"],
  } as const;
  const seen = new Set<string>();
  for (const { resource_type: kind, resource, event_type: type } of body.events) {
    const [file, schema] = files[kind as keyof typeof files];
    expect(faultsBy(file, schema, resource), type).toEqual([]);
    seen.add(kind);
  }
  expect([...seen].sort()).toEqual(["capture", "checkout-order", "dispute", "refund"]);
});

test("the report lists transactions of a window of at most 31 days", async () => {
  await shop.control("PUT", "/settings", { reportingSeconds: 0 });
  const { id } = await shop.pay("funded", { value: "3.00", invoice: "CH-9" });
  const back = (await refund(id, usd("1.00"))).body.id;
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const search = (from: string, to: string, more = "") =>
    shop.ask(
      "GET",
      `/v1/reporting/transactions?start_date=${from}&end_date=${to}&fields=all&page_size=500${more}`,
    );
  const lines = (await search(at(-1), at(1))).body.transaction_details;
  const of = (number: string) =>
    lines.find(
      ({ transaction_info: info }: { transaction_info: { transaction_id: string } }) =>
        info.transaction_id === number,
    ).transaction_info;
  expect(of(id)).toMatchObject({
    transaction_amount: { value: "3.00" },
    fee_amount: { value: "-0.59" },
    transaction_status: "S",
    invoice_id: "CH-9",
    custom_field: "payment-1",
  });
  expect(of(back)).toMatchObject({ transaction_amount: { value: "-1.00" }, paypal_reference_id: id });
  expect((await search(at(-40), at(1))).status).toBe(400);
  expect((await search("yesterday", at(1))).body.details[0].field).toBe("start_date");
  await shop.control("PUT", "/settings", { reportingSeconds: 10_800 });
  expect((await search(at(-1), at(1), `&transaction_id=${id}`)).body.total_items).toBe(0);
  await shop.control("PUT", "/settings", { reportingSeconds: 0 });
  expect((await search(at(-1), at(1), `&transaction_id=${id}`)).body.total_items).toBe(1);
});

describe("the balance", () => {
  const balance = async (currency: string, at?: Date) => {
    const query = at === undefined ? "" : `?as_of_time=${at.toISOString()}`;
    const { body } = await shop.ask("GET", `/v1/reporting/balances${query}`);
    const found = body.balances.find((one: { currency: string }) => one.currency === currency);
    return Number(found?.total_balance.value ?? 0);
  };
  const report = async () => {
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const { body } = await shop.ask(
      "GET",
      `/v1/reporting/transactions?start_date=${at(-1)}&end_date=${at(1)}&fields=transaction_info&page_size=500`,
    );
    return body.transaction_details.map(
      ({ transaction_info: info }: { transaction_info: Record<string, unknown> }) => info,
    );
  };

  test("is what the report lists: sales less fees, refunds, the fees of chargebacks and withdrawals", async () => {
    const before = await balance("USD");
    const { id } = await shop.pay("funded", { value: "20.00", invoice: "CH-20" });
    const sold = 20 - 1.19;
    expect(await balance("USD")).toBeCloseTo(before + sold);
    await refund(id, usd("5.00"));
    const { body: dispute } = await shop.control("POST", "/disputes", { captureId: id, stage: "CHARGEBACK" });
    expect(await balance("USD")).toBeCloseTo(before + sold - 5 - 20);
    await shop.control("POST", `/disputes/${dispute.id}`, { outcome: "won", returnFee: true });
    const left = before + sold - 5;
    expect(await balance("USD")).toBeCloseTo(left);
    const withdrawn = await shop.control("POST", "/withdrawals", {});
    expect(await balance("USD")).toBe(0);
    await shop.control("POST", `/withdrawals/${withdrawn.body.id}/return`, {});
    expect(await balance("USD")).toBeCloseTo(left);
    const codes = (await report())
      .filter((info: Record<string, unknown>) =>
        [id, withdrawn.body.id].includes(info["paypal_reference_id"]),
      )
      .map((info: Record<string, unknown>) => info["transaction_event_code"]);
    expect(codes).toEqual(["T1107", "T0106", "T1108", "T1101"]);
    expect(await balance("USD", new Date(Date.now() - 86_400_000))).toBe(0);
  });

  test("of an account that converts gets two transactions more, and the sale says what was received", async () => {
    await shop.control("PUT", "/settings", { converts: "USD" });
    const before = await balance("USD");
    const { id } = await shop.pay("funded", { value: "10.00", currency: "EUR", invoice: "CH-21" });
    await shop.control("PUT", "/settings", { converts: "" });
    const made = (await report()).filter(
      (info: Record<string, unknown>) => info["paypal_reference_id"] === id,
    );
    expect(made).toMatchObject([
      { transaction_event_code: "T0200", transaction_amount: { currency_code: "EUR" } },
      { transaction_event_code: "T0200", transaction_amount: { currency_code: "USD" } },
    ]);
    // 10.00 € less 0.74 € at 1.1 less 3 %.
    expect(await balance("USD")).toBeCloseTo(before + 9.88);
  });
});
