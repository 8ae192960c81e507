import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeMerchants, idOf, type Merchant, openMerchant, refusal } from "./test-merchant.ts";

let merchant: Merchant;
beforeAll(async () => {
  merchant = await openMerchant();
});
afterAll(closeMerchants);

const card = { allowed_payment_method_types: ["card" as const] };
const base = { ...card, amount: 1999, currency: "usd" };
const pay = (more: object = {}) =>
  merchant.stripe.paymentIntents.create({ ...base, payment_method: "pm_card_visa", confirm: true, ...more });
const error = async (answer: Promise<Response>) => {
  const response = await answer;
  const { error: fault } = (await response.json()) as { error: Record<"code" | "message" | "param", string> };
  return { status: response.status, ...fault };
};

test("both Bearer and Basic are accepted, anything else gets the API's error", async () => {
  const { ask, ready } = merchant;
  const basic = Buffer.from(`${ready.secretKey}:`).toString("base64");
  const answer = await ask("GET /v1/customers", { key: "", headers: { authorization: `Basic ${basic}` } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("request-id")).toMatch(/^req_/);
  expect(answer.headers.get("stripe-version")).toBe("2026-10-28.endive");
  expect(await error(ask("GET /v1/customers", { key: "" }))).toMatchObject({ status: 401 });
  const wrong = await error(ask("GET /v1/customers", { key: "sk_test_wrongwrongwrong" }));
  expect(wrong.message).toMatch(/^Invalid API Key provided: sk_test_\*+rong$/);
  const old = await error(ask("GET /v1/customers", { headers: { "stripe-version": "2019-01-01" } }));
  expect(old.status).toBe(400);
});

test("parameters that do not exist are refused, the old name for kinds of payment among them", async () => {
  const { stripe, ask } = merchant;
  const gone = await error(
    ask("POST /v1/payment_intents", { form: "amount=1999&currency=usd&payment_method_types[]=card" }),
  );
  expect(gone).toMatchObject({ status: 400, code: "parameter_unknown", param: "payment_method_types" });
  const inside = await error(
    ask("POST /v1/payment_intents", { form: "amount=1999&currency=usd&payment_method_options[card][x]=1" }),
  );
  expect(inside).toMatchObject({ code: "parameter_unknown", param: "payment_method_options[card][x]" });
  const sdk = await refusal(stripe.customers.create({ nickname: "Ana" } as Stripe.CustomerCreateParams));
  expect(sdk).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  expect(await error(ask("GET /v1/nothing"))).toMatchObject({ status: 404 });
});

test.each([
  ["amount=49&currency=usd", "amount_too_small", "amount"],
  ["amount=29&currency=gbp", "amount_too_small", "amount"],
  ["amount=100000000&currency=usd", "amount_too_large", "amount"],
  ["amount=0&currency=usd", "parameter_invalid_integer", "amount"],
  ["amount=19.99&currency=usd", "parameter_invalid_integer", "amount"],
  ["currency=usd", "parameter_missing", "amount"],
  ["amount=1999", "parameter_missing", "currency"],
  ["amount=1999&currency=moon", undefined, "currency"],
  ["amount=1999&currency=usd&customer=", "parameter_invalid_empty", "customer"],
  ["amount=1999&currency=usd&customer=cus_nobody", "resource_missing", "customer"],
])("an amount or currency that cannot be charged is refused: %s", async (form, code, param) => {
  const fault = await error(merchant.ask("POST /v1/payment_intents", { form }));
  expect(fault.code).toBe(code);
  expect(fault.param).toBe(param);
});

test("with the publishable key a browser sees one payment by its own secret, and nothing else", async () => {
  const { ask, ready, stripe } = merchant;
  const key = ready.publishableKey;
  const intent = await stripe.paymentIntents.create({ ...base, metadata: { order: "secret" } });
  const path = `GET /v1/payment_intents/${intent.id}`;
  const seen = await (await ask(`${path}?client_secret=${intent.client_secret}`, { key })).json();
  expect(seen).toMatchObject({ id: intent.id, status: "requires_payment_method" });
  expect(seen).not.toHaveProperty("metadata");
  expect(seen).not.toHaveProperty("customer");
  expect((await error(ask(`${path}?client_secret=${intent.id}_secret_x`, { key }))).status).toBe(400);
  expect((await error(ask(path, { key }))).status).toBe(400);
  expect(await error(ask("GET /v1/customers", { key }))).toMatchObject({
    status: 401,
    code: "secret_key_required",
  });
  const raw = await error(
    ask("POST /v1/payment_methods", { form: "type=card&card[number]=4242424242424242" }),
  );
  expect(raw.status).toBe(402);
});

test("the account settles in one currency: a sale, its refund and its dispute, each at its current rate", async () => {
  const { stripe, control } = merchant;
  const paid = await pay({ currency: "eur", capture_method: "automatic" });
  const charge = idOf(paid.latest_charge);
  await control("PUT /settlement", { rates: { eur: 1.2 } });
  await stripe.refunds.create({ charge, amount: 1000 });
  const lines = await stripe.balanceTransactions.list({ limit: 2 });
  expect(lines.data).toMatchObject([
    { type: "refund", currency: "usd", amount: -1176, fee: 0, exchange_rate: 1.176 },
    { type: "charge", currency: "usd", amount: 2160, fee: 93, net: 2067, exchange_rate: 1.08045 },
  ]);
  await control("PUT /settlement", { currency: null });
  const stored = await pay({ currency: "eur", capture_method: "automatic" });
  const [row] = (await stripe.balanceTransactions.list({ source: idOf(stored.latest_charge), limit: 1 }))
    .data;
  expect(row).toMatchObject({ currency: "eur", amount: 1999, fee: 88, exchange_rate: null });
  await control("PUT /settlement", { currency: "usd", rates: { eur: 1.1025 } });
});

test("the fee of a payment is known a moment later, or at once with a synchronous capture", async () => {
  const { stripe, control } = merchant;
  const expand = ["latest_charge.balance_transaction"];
  const later = await pay({ expand });
  expect(later.latest_charge).toMatchObject({ balance_transaction: null });
  const clock = await control<{ offset: number }>("GET /clock");
  await control("POST /clock", { offset: clock.offset + 10 });
  const known = await stripe.paymentIntents.retrieve(later.id, { expand });
  expect(known.latest_charge).toMatchObject({
    balance_transaction: { amount: 1999, fee: 88, net: 1911, type: "charge" },
  });
  const updated = await stripe.events.list({ type: "charge.updated" });
  expect(updated.data[0]?.data.previous_attributes).toEqual({ balance_transaction: null });
  const once = await pay({ expand, capture_method: "automatic" });
  expect(once.latest_charge).toMatchObject({ balance_transaction: { fee: 88 } });
  const wrong = await refusal(stripe.paymentIntents.retrieve(once.id, { expand: ["nothing"] }));
  expect(wrong.message).toContain("cannot be expanded (nothing)");
});

test("lists are paged with the newest first, and the SDK iterates over all pages", async () => {
  const { stripe } = merchant;
  const { id: customer } = await stripe.customers.create({});
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.unshift((await pay({ customer })).id);
  const first = await stripe.paymentIntents.list({ customer, limit: 2 });
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true]);
  const before = await stripe.paymentIntents.list({ customer, limit: 2, ending_before: String(made[2]) });
  expect(before.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
  const all = await stripe.paymentIntents.list({ customer, limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(all.map(({ id }) => id)).toEqual(made);
  const none = await stripe.paymentIntents.list({ customer, created: { gt: 4_000_000_000 } });
  expect(none.data).toEqual([]);
});

test("a charge is refunded once: in part, then the rest, and never more than was charged", async () => {
  const { stripe, control } = merchant;
  const intent = await pay();
  const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 500 });
  expect(part).toMatchObject({ status: "succeeded", amount: 500, charge: intent.latest_charge });
  expect(
    (await refusal(stripe.refunds.create({ payment_intent: intent.id, amount: 1500 }))).message,
  ).toContain("greater than unrefunded amount");
  await stripe.refunds.create({ payment_intent: intent.id });
  const more = await refusal(stripe.refunds.create({ payment_intent: intent.id }));
  expect(more.code).toBe("charge_already_refunded");
  const charge = await stripe.charges.retrieve(idOf(intent.latest_charge), { expand: ["refunds"] });
  expect(charge).toMatchObject({ refunded: true, amount_refunded: 1999 });
  expect(charge.refunds?.data.length).toBe(2);
  await control(`POST /refunds/${part.id}/settle`, { outcome: "failed" });
  expect(await stripe.refunds.retrieve(part.id)).toMatchObject({
    status: "failed",
    failure_reason: "expired_or_canceled_card",
  });
  const after = await stripe.charges.retrieve(charge.id);
  expect(after).toMatchObject({ refunded: false, amount_refunded: 1499 });
  const unpaid = await stripe.paymentIntents.create(base);
  const nothing = await refusal(stripe.refunds.create({ payment_intent: unpaid.id }));
  expect(nothing.message).toContain("does not have a successful charge");
});

test("a charge that its bank took back cannot be refunded, and is returned when the dispute is won", async () => {
  const { stripe, control } = merchant;
  const intent = await pay();
  const { id } = await control<{ id: string }>(`POST /charges/${intent.id}/dispute`, {});
  expect((await refusal(stripe.refunds.create({ payment_intent: intent.id }))).code).toBe("charge_disputed");
  await control(`POST /disputes/${id}/close`, { outcome: "won" });
  const dispute = await stripe.disputes.retrieve(id);
  expect(dispute.status).toBe("won");
  expect(dispute.balance_transactions.map(({ amount, fee }) => [amount, fee])).toEqual([
    [-1999, 1500],
    [1999, -1500],
  ]);
  const asked = await pay();
  await control(`POST /charges/${asked.id}/dispute`, { inquiry: true });
  expect((await stripe.refunds.create({ payment_intent: asked.id })).status).toBe("succeeded");
});

test("a payment that is cancelled can no longer be paid, and one that is paid no longer cancelled", async () => {
  const { stripe } = merchant;
  const open = await stripe.paymentIntents.create(base);
  await stripe.paymentIntents.cancel(open.id, { cancellation_reason: "abandoned" });
  const late = await refusal(stripe.paymentIntents.confirm(open.id, { payment_method: "pm_card_visa" }));
  expect(late).toMatchObject({ code: "payment_intent_unexpected_state", statusCode: 400 });
  expect(late.payment_intent).toMatchObject({ id: open.id, status: "canceled" });
  const paid = await pay();
  const undo = await refusal(stripe.paymentIntents.cancel(paid.id));
  expect(undo.payment_intent).toMatchObject({ status: "succeeded" });
});

test("saving a card without a payment asks its bank, saves the card, and reports a decline", async () => {
  const { stripe } = merchant;
  const { id: customer } = await stripe.customers.create({});
  const setup = await stripe.setupIntents.create({ ...card, customer, usage: "off_session" });
  const done = await stripe.setupIntents.confirm(setup.id, { payment_method: "pm_card_visa" });
  expect(done.status).toBe("succeeded");
  const methods = await stripe.customers.listPaymentMethods(customer);
  expect(methods.data.map(({ id }) => id)).toEqual([done.payment_method]);
  const no = await refusal(
    stripe.setupIntents.create({
      ...card,
      confirm: true,
      payment_method: "pm_card_chargeDeclinedStolenCard",
    }),
  );
  expect(no).toMatchObject({ decline_code: "stolen_card", advice_code: "do_not_try_again" });
  expect(no.setup_intent?.last_setup_error?.decline_code).toBe("stolen_card");
});
