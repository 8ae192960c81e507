import { assert, asyncProperty, constantFrom, integer, array as list, record } from "fast-check";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeMerchants, type Merchant, openMerchant, refusal } from "./test-merchant.ts";

let merchant: Merchant;
beforeAll(async () => {
  merchant = await openMerchant();
  // Requests beyond the API's pace are refused before their key is looked at; payouts.test.ts proves that limit.
  await merchant.control("POST /pace", { most: null });
});
afterAll(closeMerchants);

const base = { amount: 1999, currency: "usd", allowed_payment_method_types: ["card" as const] };
let last = 0;
const newKey = () => {
  last += 1;
  return `key-${last}`;
};

/** Returns the outcome of a call: the id of the created object, or the kind of refusal. */
async function outcome(call: Promise<{ id: string }>): Promise<string> {
  return call.then(
    ({ id }) => id,
    (error: Stripe.errors.StripeError) => error.code ?? error.rawType ?? "",
  );
}

test("the same key gets the first answer again, with a new request id and the mark of a replay", async () => {
  const { stripe } = merchant;
  const idempotencyKey = newKey();
  const first = await stripe.paymentIntents.create(base, { idempotencyKey });
  await stripe.paymentIntents.update(first.id, { description: "changed since" });
  const again = await stripe.paymentIntents.create(base, { idempotencyKey });
  expect({ ...again }).toEqual({ ...first });
  const [one, , other] = merchant.exchanges.map(({ headers }) => headers);
  expect([one?.get("idempotent-replayed"), other?.get("idempotent-replayed")]).toEqual([null, "true"]);
  expect(other?.get("original-request")).toBe(one?.get("request-id"));
  expect(other?.get("request-id")).not.toBe(one?.get("request-id"));
});

test("a decline is replayed too and charges nothing again, however often it is requested", async () => {
  const { stripe, control } = merchant;
  const intent = await stripe.paymentIntents.create(base);
  const idempotencyKey = newKey();
  const confirm = () =>
    stripe.paymentIntents.confirm(
      intent.id,
      { payment_method: "pm_card_chargeDeclinedInsufficientFunds" },
      { idempotencyKey },
    );
  const [first, again] = [await refusal(confirm()), await refusal(confirm())];
  expect([first.decline_code, again.decline_code]).toEqual(["insufficient_funds", "insufficient_funds"]);
  expect(again.charge).toBe(first.charge);
  expect((await control(`GET /money/intents/${intent.id}`))["attempts"]).toBe(1);
});

test("other parameters or another call under the same key are refused as misuse", async () => {
  const { stripe } = merchant;
  const idempotencyKey = newKey();
  await stripe.paymentIntents.create(base, { idempotencyKey });
  for (const call of [
    stripe.paymentIntents.create({ ...base, amount: 2000 }, { idempotencyKey }),
    stripe.customers.create({}, { idempotencyKey }),
  ]) {
    const error = await refusal(call);
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(error).toMatchObject({ statusCode: 400, rawType: "idempotency_error" });
  }
});

test("a request that failed validation leaves its key unused", async () => {
  const { stripe } = merchant;
  const idempotencyKey = newKey();
  expect((await refusal(stripe.paymentIntents.create({ ...base, amount: 1 }, { idempotencyKey }))).code).toBe(
    "amount_too_small",
  );
  const intent = await stripe.paymentIntents.create(base, { idempotencyKey });
  expect(intent.amount).toBe(1999);
});

test("while the first request is in flight its key is in use: 409, which is an API error and not misuse", async () => {
  const { stripe, control } = merchant;
  const idempotencyKey = newKey();
  await control("POST /faults", { kind: "hang", method: "POST", path: "/v1/payment_intents", seconds: 1 });
  const slow = stripe.paymentIntents.create(base, { idempotencyKey });
  await expect.poll(async () => (await control<{ faults: unknown[] }>("GET /faults")).faults.length).toBe(0);
  const error = await refusal(stripe.paymentIntents.create(base, { idempotencyKey }));
  expect(error).toBeInstanceOf(Stripe.errors.StripeAPIError);
  expect(error).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
  const first = await slow;
  expect((await stripe.paymentIntents.create(base, { idempotencyKey })).id).toBe(first.id);
});

test("a key lives 24 hours by the simulator's clock, or until the keys are pruned", async () => {
  const { stripe, control } = merchant;
  const idempotencyKey = newKey();
  const make = async () => (await stripe.paymentIntents.create(base, { idempotencyKey })).id;
  const first = await make();
  await control("POST /clock", { offset: 24 * 3600 - 60 });
  expect(await make()).toBe(first);
  await control("POST /clock", { offset: 24 * 3600 + 60 });
  const second = await make();
  expect(second).not.toBe(first);
  await control("POST /idempotency/prune", {});
  expect(await make()).not.toBe(second);
  await control("POST /clock", { offset: 0 });
});

test("for any order of requests and replays, a key refers to one object and its first parameters", async () => {
  const { stripe, control } = merchant;
  const request = record({ key: integer({ min: 0, max: 3 }), amount: constantFrom(500, 600, 30) });
  await assert(
    asyncProperty(list(request, { minLength: 1, maxLength: 14 }), async (requests) => {
      const round = newKey();
      const model = new Map<number, { amount: number; id: string }>();
      for (const { key, amount } of requests) {
        const known = model.get(key);
        const result = await outcome(
          stripe.paymentIntents.create(
            { ...base, amount, payment_method: "pm_card_visa", confirm: true },
            { idempotencyKey: `${round}-${key}` },
          ),
        );
        // The comparison comes before the validation of the parameters.
        const misused = known !== undefined && known.amount !== amount;
        const small = known === undefined && amount === 30;
        const expected = misused ? "idempotency_error" : small ? "amount_too_small" : (known?.id ?? result);
        expect(result).toBe(expected);
        if (result.startsWith("pi_")) model.set(key, { amount, id: result });
        expect(result.startsWith("pi_")).toBe(!misused && !small);
      }
      for (const { id, amount } of model.values()) {
        expect(await control(`GET /money/intents/${id}`)).toMatchObject({ charges: 1, charged: amount });
      }
    }),
    { numRuns: 25 },
  );
});
