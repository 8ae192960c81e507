import { afterAll, beforeAll, expect, test } from "vitest";
import { faultsBy, hasOfficial, withoutOfficial } from "./test-official.ts";
import { byMerchant, issueOf, openShop, type Shop } from "./test-shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test("an order is approved and captured once; every further capture is refused", async () => {
  const { status, body } = await shop.order();
  expect([status, body.status]).toEqual([201, "PAYER_ACTION_REQUIRED"]);
  const way = body.links.find(({ rel }: { rel: string }) => rel === "payer-action").href;
  expect(way).toBe(`${shop.paypal.api}/checkoutnow?token=${body.id}`);
  expect(issueOf(await shop.capture(body.id))).toBe("ORDER_NOT_APPROVED");
  const { url } = (await shop.control("POST", "/approve", { orderId: body.id })).body;
  const back = new URL(url);
  expect(back.origin + back.pathname).toBe("http://shop.test/return");
  expect(Object.fromEntries(back.searchParams)).toEqual({
    order: "1",
    token: body.id,
    PayerID: expect.stringMatching(/^[2-9A-HJ-NP-Z]{13}$/),
  });
  const captured = await shop.capture(body.id);
  expect([captured.status, captured.body.status]).toEqual([201, "COMPLETED"]);
  const [one] = captured.body.purchase_units[0].payments.captures;
  expect(one.seller_receivable_breakdown).toEqual({
    gross_amount: { currency_code: "USD", value: "9.99" },
    paypal_fee: { currency_code: "USD", value: "0.84" },
    net_amount: { currency_code: "USD", value: "9.15" },
  });
  expect(issueOf(await shop.capture(body.id))).toBe("ORDER_ALREADY_CAPTURED");
  const whole = (await shop.ask("GET", `/v2/checkout/orders/${body.id}`)).body;
  expect(whole.purchase_units[0].payments.captures).toHaveLength(1);
  expect(whole.payer.payer_id).toBe(back.searchParams.get("PayerID"));
  const alone = (await shop.ask("GET", `/v2/payments/captures/${one.id}`)).body;
  expect(alone.supplementary_data.related_ids.order_id).toBe(body.id);
  expect((await shop.control("GET", "/money")).body.capturesByOrder[body.id]).toBe(1);
});

test.skipIf(!hasOfficial)(
  `the official description contains every state of an order (else: ${withoutOfficial})`,
  async () => {
    const id = await shop.approved("funded", { vault: {}, invoice: "CH-1" });
    const approved = (await shop.ask("GET", `/v2/checkout/orders/${id}`)).body;
    const paid = await shop.ask(
      "POST",
      `/v2/checkout/orders/${id}/capture`,
      {},
      { prefer: "return=representation" },
    );
    for (const order of [approved, paid.body])
      expect(faultsBy("checkout_orders_v2", "order", order)).toEqual([]);
    expect(faultsBy("checkout_orders_v2", "order", { ...approved, status: "PAID" })).not.toEqual([]);
  },
);

test.skipIf(!hasOfficial)("this shop's requests are valid by the official descriptions", () => {
  const order = {
    intent: "CAPTURE",
    purchase_units: [{ custom_id: "1", amount: { currency_code: "USD", value: "9.99" } }],
  };
  expect(faultsBy("checkout_orders_v2", "order_request", order)).toEqual([]);
  expect(faultsBy("checkout_orders_v2", "order_capture_request", byMerchant("8kk8451t"))).toEqual([]);
  expect(faultsBy("checkout_orders_v2", "order_capture_request", byMerchant("no token!"))).not.toEqual([]);
});

test("a request without the JSON media type is refused", async () => {
  const answer = await shop.ask("POST", `/v2/checkout/orders/${await shop.approved()}/capture`, undefined, {
    "content-type": "text/plain",
  });
  expect([answer.status, answer.body.name]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
});

test("the same PayPal-Request-Id creates one order and one capture, until PayPal forgets it", async () => {
  const first = await shop.order({ requestId: "same" });
  const again = await shop.order({ requestId: "same", value: "1.00" });
  expect([again.status, again.body.id]).toEqual([200, first.body.id]);
  await shop.control("POST", "/approve", { orderId: first.body.id });
  const captured = await shop.capture(first.body.id, {}, "take");
  const repeated = await shop.capture(first.body.id, {}, "take");
  expect([captured.status, repeated.status]).toEqual([201, 200]);
  expect(repeated.body.purchase_units).toEqual(captured.body.purchase_units);
  await shop.moveClock(6 * 3600 + 60);
  expect((await shop.order({ requestId: "same" })).body.id).not.toBe(first.body.id);
  await shop.moveClock(0);
  const known = await shop.order({ requestId: "pruned" });
  await shop.control("POST", "/request-ids/forget");
  expect((await shop.order({ requestId: "pruned" })).body.id).not.toBe(known.body.id);
});

test("requests that violate the schema are refused with the path of the field", async () => {
  const ask = (body: unknown) => shop.ask("POST", "/v2/checkout/orders", body);
  const amount = { currency_code: "USD", value: "1.00" };
  const faults = async (body: unknown) => {
    const answer = await ask(body);
    expect([answer.status, answer.body.name]).toEqual([400, "INVALID_REQUEST"]);
    expect(answer.headers.get("paypal-debug-id")).toBe(answer.body.debug_id);
    return answer.body.details.map(({ issue, field }: { issue: string; field: string }) => [issue, field]);
  };
  expect(await faults({ intent: "CAPTURE" })).toEqual([["MISSING_REQUIRED_PARAMETER", "/purchase_units"]]);
  expect(
    await faults({ intent: "SELL", purchase_units: [{ amount: { currency_code: "USD" }, price: 1 }] }),
  ).toEqual([
    ["INVALID_PARAMETER_VALUE", "/intent"],
    ["MISSING_REQUIRED_PARAMETER", "/purchase_units/0/amount/value"],
    ["NOT_SUPPORTED", "/purchase_units/0/price"],
  ]);
  expect(await faults({ intent: "CAPTURE", purchase_units: [{ amount: { ...amount, value: 1 } }] })).toEqual([
    ["INVALID_PARAMETER_SYNTAX", "/purchase_units/0/amount/value"],
  ]);
  expect(await faults({ intent: "CAPTURE", purchase_units: [] })).toEqual([
    ["INVALID_ARRAY_MIN_ITEMS", "/purchase_units"],
  ]);
  expect(
    await faults({ intent: "CAPTURE", purchase_units: [{ amount, custom_id: "x".repeat(128) }] }),
  ).toEqual([["INVALID_STRING_LENGTH", "/purchase_units/0/custom_id"]]);
  expect(await faults("{")).toEqual([["MALFORMED_REQUEST_JSON", "/"]]);
  expect(
    await faults({ intent: "CAPTURE", purchase_units: [{ amount }], payment_source: { paypal: {} } }),
  ).toEqual([["PAYPAL_REQUEST_ID_REQUIRED", "PayPal-Request-Id"]]);
});

test.each([
  ["USD", "9.999", "DECIMAL_PRECISION"],
  ["JPY", "980.00", "DECIMALS_NOT_SUPPORTED"],
  ["HUF", "990.00", "DECIMALS_NOT_SUPPORTED"],
  ["TWD", "300.5", "DECIMALS_NOT_SUPPORTED"],
  ["ISK", "500", "CURRENCY_NOT_SUPPORTED"],
  ["KWD", "1.000", "CURRENCY_NOT_SUPPORTED"],
  ["usd", "1.00", "INVALID_CURRENCY_CODE"],
  ["USD", "0.00", "CANNOT_BE_ZERO_OR_NEGATIVE"],
  ["USD", "-1.00", "CANNOT_BE_ZERO_OR_NEGATIVE"],
])("%s %s is refused: %s", async (currency, value, issue) => {
  const answer = await shop.order({ currency, value });
  expect([answer.status, issueOf(answer)]).toEqual([422, issue]);
});

test("980 JPY are 980 JPY", async () => {
  const capture = await shop.pay("funded", { currency: "JPY", value: "980" });
  expect(capture.seller_receivable_breakdown).toEqual({
    gross_amount: { currency_code: "JPY", value: "980" },
    paypal_fee: { currency_code: "JPY", value: "74" },
    net_amount: { currency_code: "JPY", value: "906" },
  });
});

test("a declined instrument returns the buyer, and the same order is paid once", async () => {
  const id = await shop.approved("declined");
  const declined = await shop.capture(id);
  expect([declined.status, issueOf(declined)]).toEqual([422, "INSTRUMENT_DECLINED"]);
  expect(declined.body.links).toContainEqual({
    href: `${shop.paypal.api}/checkoutnow?token=${id}`,
    rel: "payer-action",
    method: "GET",
  });
  expect((await shop.ask("GET", `/v2/checkout/orders/${id}`)).body.status).toBe("PAYER_ACTION_REQUIRED");
  expect(issueOf(await shop.capture(id))).toBe("PAYER_ACTION_REQUIRED");
  await shop.control("POST", "/approve", { orderId: id, buyer: "declined" });
  expect((await shop.capture(id)).body.status).toBe("COMPLETED");
  expect((await shop.control("GET", `/orders/${id}`)).body.captures).toHaveLength(1);
});

test("a restricted account cannot pay", async () => {
  const answer = await shop.capture(await shop.approved("restricted"));
  expect([answer.status, issueOf(answer)]).toEqual([422, "PAYER_ACCOUNT_RESTRICTED"]);
});

test("a payment held for review completes or fails; a bank payment takes three days", async () => {
  const held = await shop.pay("pending");
  expect([held.status, held.status_details]).toEqual(["PENDING", { reason: "PENDING_REVIEW" }]);
  expect(held.seller_receivable_breakdown).toBeUndefined();
  await shop.control("POST", `/captures/${held.id}`, { status: "COMPLETED" });
  expect((await shop.ask("GET", `/v2/payments/captures/${held.id}`)).body.status).toBe("COMPLETED");
  const denied = await shop.pay("pending");
  await shop.control("POST", `/captures/${denied.id}`, { status: "DECLINED" });
  expect((await shop.ask("GET", `/v2/payments/captures/${denied.id}`)).body.status).toBe("DECLINED");
  const bank = await shop.pay("echeck");
  const state = async () => (await shop.ask("GET", `/v2/payments/captures/${bank.id}`)).body.status;
  await shop.moveClock(3 * 86_400 - 60);
  expect(await state()).toBe("PENDING");
  await shop.moveClock(3 * 86_400 + 60);
  expect(await state()).toBe("COMPLETED");
  await shop.moveClock(0);
  const types = (await shop.control("GET", "/events")).body.events.map(({ type }: { type: string }) => type);
  expect(types).toEqual(expect.arrayContaining(["PAYMENT.CAPTURE.PENDING", "PAYMENT.CAPTURE.DENIED"]));
});

test("the control page sets the outcome of the next captures", async () => {
  await shop.control("POST", "/captures/next", { status: "DECLINED" });
  const declined = await shop.capture(await shop.approved());
  expect(declined.body.status).toBe("COMPLETED");
  expect(declined.body.purchase_units[0].payments.captures[0].status).toBe("DECLINED");
  await shop.control("POST", "/captures/next", { issue: "TRANSACTION_REFUSED", n: 2 });
  const id = await shop.approved();
  expect([issueOf(await shop.capture(id)), issueOf(await shop.capture(id))]).toEqual(
    Array(2).fill("TRANSACTION_REFUSED"),
  );
  expect((await shop.capture(id)).status).toBe(201);
});

test("an unused approval ends after three hours, and the shop is notified", async () => {
  const id = await shop.approved();
  await shop.moveClock(3 * 3600 - 60);
  expect((await shop.ask("GET", `/v2/checkout/orders/${id}`)).body.status).toBe("APPROVED");
  await shop.moveClock(3 * 3600 + 60);
  expect((await shop.ask("GET", `/v2/checkout/orders/${id}`)).body.status).toBe("VOIDED");
  expect(issueOf(await shop.capture(id))).toBe("ORDER_NOT_APPROVED");
  const events = (await shop.ask("GET", `/v1/notifications/webhooks-events?transaction_id=${id}`)).body
    .events;
  expect(events[0].event_type).toBe("CHECKOUT.PAYMENT-APPROVAL.REVERSED");
  expect(events[0].resource.order_id).toBe(id);
  expect((await shop.control("POST", "/approve", { orderId: id })).status).toBe(409);
  await shop.moveClock(0);
});

test("an invoice number is paid once, unless the account allows it twice", async () => {
  await shop.pay("funded", { invoice: "CH-7" });
  expect(issueOf(await shop.capture(await shop.approved("funded", { invoice: "CH-7" })))).toBe(
    "DUPLICATE_INVOICE_ID",
  );
  await shop.control("PUT", "/settings", { uniqueInvoices: false });
  await shop.pay("funded", { invoice: "CH-7" });
  await shop.control("PUT", "/settings", { uniqueInvoices: true });
});

test("cancelling returns with the token and changes nothing", async () => {
  const { id } = (await shop.order()).body;
  const { url } = (await shop.control("POST", "/cancel", { orderId: id })).body;
  expect(url).toBe(`http://shop.test/cancel?order=1&token=${id}`);
  expect((await shop.ask("GET", `/v2/checkout/orders/${id}`)).body.status).toBe("PAYER_ACTION_REQUIRED");
});

test("PayPal forgets an unpaid order, never a paid one", async () => {
  const { id } = (await shop.order()).body;
  await shop.control("POST", `/orders/${id}/forget`);
  expect((await shop.ask("GET", `/v2/checkout/orders/${id}`)).status).toBe(404);
  const paid = await shop.approved();
  await shop.capture(paid);
  expect((await shop.control("POST", `/orders/${paid}/forget`)).status).toBe(409);
});

test("unknown ids are not found, and every call needs a valid access token", async () => {
  for (const path of [
    "/v2/checkout/orders/NONE",
    "/v2/payments/captures/NONE",
    "/v2/payments/refunds/NONE",
  ]) {
    const answer = await shop.ask("GET", path);
    expect([answer.status, answer.body.name, issueOf(answer)]).toEqual([
      404,
      "RESOURCE_NOT_FOUND",
      "INVALID_RESOURCE_ID",
    ]);
  }
  const forged = await shop.ask("GET", "/v2/checkout/orders/NONE", undefined, {
    authorization: "Bearer nobody",
  });
  expect([forged.status, forged.body.name]).toEqual([401, "AUTHENTICATION_FAILURE"]);
  const { api, clientId } = shop.paypal;
  const wrong = await fetch(`${api}/v1/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:guess`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  expect([wrong.status, await wrong.json()]).toEqual([
    401,
    expect.objectContaining({ error: "invalid_client" }),
  ]);
  await shop.control("POST", "/clock", { offset: 32_400 + 60 });
  expect((await shop.ask("GET", "/v2/checkout/orders/NONE")).status).toBe(401);
  expect((await shop.ask("GET", "/v2/checkout/orders/NONE")).status).toBe(404);
  await shop.moveClock(0);
});
