import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { passesLuhn } from "../gateway/requests.ts";
import { numberOfName } from "./test-cards.ts";
import { closeMerchants, idOf, type Merchant, openMerchant, refusal } from "./test-merchant.ts";

let merchant: Merchant;
beforeAll(async () => {
  merchant = await openMerchant();
});
afterAll(closeMerchants);

const base = { amount: 1999, currency: "usd", allowed_payment_method_types: ["card" as const] };
const customer = async () => (await merchant.stripe.customers.create({})).id;

/** Creates a card as its fields do: with the publishable key. */
async function typed(number: string, more: Record<string, string> = {}) {
  const card = { number, exp_month: "12", exp_year: "2034", cvc: "123", ...more };
  const form = new URLSearchParams({ type: "card" });
  for (const [name, value] of Object.entries(card)) form.set(`card[${name}]`, value);
  const answer = await merchant.ask("POST /v1/payment_methods", {
    key: merchant.ready.publishableKey,
    form: form.toString(),
  });
  return (await answer.json()) as { id: string; card: { last4: string }; error?: Record<string, string> };
}

/** Saves a card as a member's first payment does. */
async function saved(name: string, pass = false) {
  const { stripe, control } = merchant;
  const owner = await customer();
  const intent = await stripe.paymentIntents.create({
    ...base,
    customer: owner,
    setup_future_usage: "off_session",
    payment_method: name,
    confirm: true,
  });
  if (pass) await control(`POST /intents/${intent.id}/authenticate`, { outcome: "pass" });
  const after = await stripe.paymentIntents.retrieve(intent.id);
  return { owner, method: idOf(after.payment_method), status: after.status };
}

const renew = ({ owner, method }: { owner: string; method: string }) =>
  merchant.stripe.paymentIntents.create({
    ...base,
    customer: owner,
    payment_method: method,
    off_session: true,
    confirm: true,
  });

describe("the published numbers", () => {
  test.each([
    ["4000000000000002", "card_declined", "generic_decline", "try_again_later"],
    ["4000000000009995", "card_declined", "insufficient_funds", "try_again_later"],
    ["4000000000009987", "card_declined", "lost_card", "do_not_try_again"],
    ["4000000000009979", "card_declined", "stolen_card", "do_not_try_again"],
    ["4000000000000069", "expired_card", "expired_card", "confirm_card_data"],
    ["4000000000000127", "incorrect_cvc", "incorrect_cvc", "confirm_card_data"],
    ["4000000000000119", "processing_error", "processing_error", "try_again_later"],
  ])("%s is declined with %s, %s and the advice %s", async (number, code, decline, advice) => {
    const { id } = await typed(number);
    const error = await refusal(
      merchant.stripe.paymentIntents.create({ ...base, payment_method: id, confirm: true }),
    );
    expect(error).toMatchObject({ statusCode: 402, rawType: "card_error", code, decline_code: decline });
    expect(error.advice_code).toBe(advice);
    expect(error.payment_intent).toMatchObject({ status: "requires_payment_method", payment_method: null });
    expect(error.payment_intent?.last_payment_error).toMatchObject({ code, decline_code: decline });
    const charge = await merchant.stripe.charges.retrieve(String(error.charge));
    expect(charge).toMatchObject({ status: "failed", paid: false, failure_code: code });
  });

  test("4242 4242 4242 4242 and 5555 5555 5555 4444 pay, and a payment succeeds at most once", async () => {
    for (const number of ["4242424242424242", "5555555555554444"]) {
      const { id } = await typed(number);
      const intent = await merchant.stripe.paymentIntents.create({
        ...base,
        payment_method: id,
        confirm: true,
      });
      expect(intent).toMatchObject({ status: "succeeded", amount_received: 1999, livemode: false });
      const again = await refusal(merchant.stripe.paymentIntents.confirm(intent.id));
      expect(again).toMatchObject({ code: "payment_intent_unexpected_state", statusCode: 400 });
      const money = await merchant.control<{ charges: number }>(`GET /money/intents/${intent.id}`);
      expect(money.charges).toBe(1);
    }
  });

  test("4000 0000 0000 0341 is saved, and declined when it is charged", async () => {
    const owner = await customer();
    const { id } = await typed("4000000000000341");
    await merchant.stripe.paymentMethods.attach(id, { customer: owner });
    const error = await refusal(renew({ owner, method: id }));
    expect(error).toMatchObject({ code: "card_declined", decline_code: "generic_decline" });
    const other = await refusal(
      merchant.stripe.paymentMethods.attach("pm_card_chargeDeclined", { customer: owner }),
    );
    expect(other).toMatchObject({ code: "card_declined", statusCode: 402 });
  });

  test("a number with a wrong check digit, a past date and a non-test card are refused when they are entered", async () => {
    expect((await typed("4242424242424241")).error).toMatchObject({
      code: "incorrect_number",
      type: "card_error",
    });
    expect((await typed("4242424242424242", { exp_year: "2020" })).error?.["code"]).toBe(
      "invalid_expiry_year",
    );
    expect((await typed("4242424242424242", { cvc: "1" })).error?.["code"]).toBe("invalid_cvc");
    expect((await typed("4539578763621486")).error?.["decline_code"]).toBe("test_mode_live_card");
  });

  test("every well-known name refers to a number with a valid check digit", () => {
    const names = [
      "pm_card_visa",
      "tok_visa",
      "pm_card_visa_chargeDeclinedInsufficientFunds",
      "pm_card_amex",
    ];
    expect(names.map((name) => passesLuhn(numberOfName(name) ?? ""))).toEqual(names.map(() => true));
    expect(numberOfName("pm_card_nobody")).toBeUndefined();
  });
});

describe("3D Secure", () => {
  test("a card that always requires it is declined off session, even when it was set up", async () => {
    const card = await saved("pm_card_authenticationRequired", true);
    expect(card.status).toBe("succeeded");
    const error = await refusal(renew(card));
    expect(error).toMatchObject({
      statusCode: 402,
      code: "authentication_required",
      decline_code: "authentication_required",
    });
    expect(error.payment_intent?.status).toBe("requires_payment_method");
  });

  test("a card that requires it once is charged off session after it was set up, and only then", async () => {
    const owner = await customer();
    const { id } = await merchant.stripe.paymentMethods.attach("pm_card_authenticationRequiredOnSetup", {
      customer: owner,
    });
    expect((await refusal(renew({ owner, method: id }))).code).toBe("authentication_required");
    const card = await saved("pm_card_authenticationRequiredOnSetup", true);
    expect((await renew(card)).status).toBe("succeeded");
  });

  test("with a return address it is a page, with use_stripe_sdk data for the script", async () => {
    const { stripe } = merchant;
    const common = { ...base, payment_method: "pm_card_threeDSecure2Required", confirm: true };
    const page = await stripe.paymentIntents.create({
      ...common,
      return_url: "https://shop.example/back?o=1",
    });
    const { url, return_url: back } = page.next_action?.redirect_to_url ?? {};
    expect([page.status, back]).toEqual(["requires_action", "https://shop.example/back?o=1"]);
    const shown = await fetch(String(url));
    expect(await shown.text()).toContain("no money moves");
    const form = new URLSearchParams({ decision: "complete" });
    const end = await fetch(String(url), { method: "POST", body: form, redirect: "manual" });
    const to = new URL(end.headers.get("location") ?? "");
    expect(to.origin + to.pathname).toBe("https://shop.example/back");
    expect(Object.fromEntries(to.searchParams)).toEqual({
      o: "1",
      payment_intent: page.id,
      payment_intent_client_secret: page.client_secret,
      redirect_status: "succeeded",
    });
    expect((await stripe.paymentIntents.retrieve(page.id)).status).toBe("succeeded");
    const script = await stripe.paymentIntents.create({ ...common, use_stripe_sdk: true });
    expect(script.next_action?.type).toBe("use_stripe_sdk");
  });

  test("a customer who fails it may try again with another card, and the old page no longer works", async () => {
    const { stripe, control } = merchant;
    const intent = await stripe.paymentIntents.create({
      ...base,
      payment_method: "pm_card_authenticationRequired",
      confirm: true,
      return_url: "https://shop.example/back",
    });
    await control(`POST /intents/${intent.id}/authenticate`, { outcome: "fail" });
    const failed = await stripe.paymentIntents.retrieve(intent.id);
    expect(failed.status).toBe("requires_payment_method");
    expect(failed.last_payment_error?.code).toBe("payment_intent_authentication_failure");
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" });
    expect(paid.status).toBe("succeeded");
    const url = intent.next_action?.redirect_to_url?.url ?? "";
    const late = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({ decision: "complete" }),
      redirect: "manual",
    });
    expect(late.status).toBe(303);
    expect((await control(`GET /money/intents/${intent.id}`))["charges"]).toBe(1);
  });

  test("a payment that was cancelled meanwhile is not charged by a late authentication", async () => {
    const { stripe, control } = merchant;
    const intent = await stripe.paymentIntents.create({
      ...base,
      payment_method: "pm_card_authenticationRequired",
      confirm: true,
      return_url: "https://shop.example/back",
    });
    await stripe.paymentIntents.cancel(intent.id);
    const url = intent.next_action?.redirect_to_url?.url ?? "";
    const form = new URLSearchParams({ decision: "complete" });
    const end = await fetch(url, { method: "POST", body: form, redirect: "manual" });
    expect(end.headers.get("location")).toContain("redirect_status=failed");
    const money = await control(`GET /money/intents/${intent.id}`);
    expect(money).toMatchObject({ status: "canceled", charges: 0 });
  });
});

describe("the owner of a card", () => {
  test("a card of another customer is refused, and so is one that was saved already", async () => {
    const { stripe } = merchant;
    const [ana, ben] = [await customer(), await customer()];
    const { id } = await stripe.paymentMethods.attach("pm_card_visa", { customer: ana });
    expect((await refusal(renew({ owner: ben, method: id }))).message).toContain(
      "does not belong to the Customer",
    );
    const without = await refusal(
      stripe.paymentIntents.create({ ...base, payment_method: id, confirm: true }),
    );
    expect(without.message).toContain(`belongs to Customer ${ana}`);
    const twice = await refusal(stripe.paymentMethods.attach(id, { customer: ben }));
    expect(twice.message).toContain("already been attached");
  });

  test("a card that was detached, or used once without a customer, cannot be used again", async () => {
    const { stripe } = merchant;
    const ana = await customer();
    const stored = await stripe.paymentMethods.attach("pm_card_visa", { customer: ana });
    await stripe.paymentMethods.detach(stored.id);
    const { id } = await typed("4242424242424242");
    await stripe.paymentIntents.create({ ...base, payment_method: id, confirm: true });
    for (const one of [stored.id, id]) {
      const error = await refusal(
        stripe.paymentIntents.create({ ...base, payment_method: one, confirm: true }),
      );
      expect(error.message).toContain("It may not be used again");
    }
  });

  test("setup_future_usage saves the card with the customer, and its fingerprint is the same at every customer", async () => {
    const [one, other] = [await saved("pm_card_visa"), await saved("pm_card_visa")];
    const methods = await Promise.all(
      [one, other].map(({ method }) => merchant.stripe.paymentMethods.retrieve(method)),
    );
    expect(methods.map((method) => method.customer)).toEqual([one.owner, other.owner]);
    expect(methods[0]?.card?.fingerprint).toBe(methods[1]?.card?.fingerprint);
    expect((await renew(one)).status).toBe("succeeded");
  });

  test("a card that expires by the simulator's clock is declined until its network renews it", async () => {
    const { control } = merchant;
    const card = await saved("pm_card_visa");
    await control("POST /clock", { offset: 5 * 365 * 86_400 });
    expect((await refusal(renew(card))).decline_code).toBe("expired_card");
    await control(`POST /payment-methods/${card.method}/update`, { exp_year: 2040 });
    expect((await renew(card)).status).toBe("succeeded");
    await control("POST /clock", { offset: 0 });
  });
});
