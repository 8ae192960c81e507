import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "#platform/clock";
import { newId } from "#platform/ids";
import { silentLog } from "#test/silent-log";
import { openStripeSimulator, type StripeSimulator } from "#test/stripe-simulator";
import { hasStripeSpecs, readStripeSpecs, wireFaults, withoutStripeSpecs } from "#test/stripe-specs";
import { timeLimit } from "../../../../../tools/time-limit.ts";
import {
  type ChargeInput,
  type CreateInput,
  type Gateway,
  GatewayBusy,
  GatewayRefused,
  GatewayUnknown,
  type Snapshot,
} from "../../records/gateway.ts";
import { openStripe } from "./stripe.ts";

let simulator: StripeSimulator;
let gateway: Gateway;

beforeAll(async () => {
  simulator = await openStripeSimulator();
  gateway = openStripe(simulator.settings, { log: silentLog, timeoutMs: 1_500 });
});
afterAll(() => simulator?.close());

const id = () => newId(systemClock.now());

/** Makes a customer at Stripe. */
async function aCustomer(): Promise<string> {
  const visitorId = id();
  const made = await gateway.customer({ key: `cus_${visitorId}`, visitorId, email: "mara@example.com" });
  return made ?? "";
}

function order(more: Partial<CreateInput> = {}): CreateInput {
  const paymentId = id();
  return {
    key: `pay_${paymentId}:create`,
    orderId: id(),
    orderNumber: "CH-000042",
    paymentId,
    amount: 1999,
    currency: "USD",
    description: "30 days of everything",
    siteName: "Cliffhanger",
    language: "en",
    visitorId: id(),
    email: "mara@example.com",
    customer: null,
    saveInstrument: false,
    returnUrl: "https://example.com/order/result",
    cancelUrl: "https://example.com/order/result",
    ...more,
  };
}

function charging(open: Snapshot, more: Partial<ChargeInput> = {}): ChargeInput {
  return {
    key: `pay_${open.paymentId}:confirm:1`,
    remoteId: open.remoteId,
    initiator: "customer",
    token: "pm_card_visa",
    saveInstrument: false,
    billing: { name: "Mara Lind", email: "mara@example.com" },
    returnUrl: "https://example.com/order/result",
    ...more,
  };
}

/** Creates and charges a payment. */
async function pay(token: string, more: Partial<CreateInput> = {}): Promise<Snapshot> {
  return gateway.charge(
    charging(await gateway.create(order(more)), { token, saveInstrument: more.saveInstrument ?? false }),
  );
}

type Money = { status: string; attempts: number; charged: number; refunded: number };
const moneyOf = ({ remoteId }: Snapshot) => simulator.get<Money>(`/money/intents/${remoteId}`);
const fault = (kind: string, path: string, more: object = {}) =>
  simulator.post("/faults", { kind, path, ...more });
const confirms = "/v1/payment_intents/*/confirm";

describe("paying", () => {
  test("R6: a new payment moves no money and has our ids; the same key is the same payment", async () => {
    const input = order();
    const made = await gateway.create(input);
    expect(made).toMatchObject({
      state: "open",
      amount: 1999,
      currency: "USD",
      paymentId: input.paymentId,
      orderId: input.orderId,
      live: false,
      captures: [],
      refunds: [],
      decline: null,
      instrument: null,
      next: null,
    });
    expect(await gateway.create(input)).toEqual(made);
    expect(await moneyOf(made)).toMatchObject({ attempts: 0, charged: 0 });
    expect(await gateway.fetchPayment(made.remoteId)).toEqual(made);
  });

  test("R6: a charge captures once and returns amount, fee and card", async () => {
    const paid = await pay("pm_card_visa");
    expect(paid).toMatchObject({
      state: "succeeded",
      captures: [
        { amount: 1999, currency: "USD", settled: { currency: "USD", amount: 1999, fee: 88, rate: null } },
      ],
      instrument: { kind: "card", brand: "visa", last4: "4242", token: null, reusable: false },
    });
    expect(paid.instrument?.fingerprint).toBeTruthy();
    expect(await gateway.fetchPayment(paid.remoteId)).toEqual(paid);
    expect(await moneyOf(paid)).toMatchObject({ charged: 1999, attempts: 1 });
  });

  test("R48: charging a paid payment returns its state, and moves nothing", async () => {
    const paid = await pay("pm_card_visa");
    const again = await gateway.charge(charging(paid, { key: `${paid.paymentId}:again` }));
    expect(again).toEqual(paid);
    expect(await moneyOf(paid)).toMatchObject({ charged: 1999, attempts: 1 });
  });

  test("R7: a card that is saved with a membership's first payment is charged again without its owner", async () => {
    const customer = await aCustomer();
    const first = await pay("pm_card_mastercard", { customer, saveInstrument: true });
    expect(first.instrument).toMatchObject({ customer, reusable: true });
    const renewal = await gateway.create(order({ customer }));
    const token = first.instrument?.token ?? null;
    const renewed = await gateway.charge(charging(renewal, { initiator: "merchant", token }));
    expect(renewed).toMatchObject({ state: "succeeded", instrument: { token, reusable: true } });
  });

  test("R7: a payment created for a merchant-initiated charge can save the card that its owner then pays with", async () => {
    const customer = await aCustomer();
    const renewal = await gateway.create(order({ customer }));
    const paid = await gateway.charge(charging(renewal, { saveInstrument: true }));
    expect(paid).toMatchObject({ state: "succeeded", instrument: { customer, reusable: true } });
  });

  test.each([
    ["pm_card_chargeDeclined", "generic_decline", "card_declined", "retry"],
    ["pm_card_chargeDeclinedInsufficientFunds", "insufficient_funds", "insufficient_funds", "retry"],
    ["pm_card_chargeDeclinedExpiredCard", "expired_card", "card_expired", "other_method"],
    ["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", "cvc_wrong", "retry"],
    ["pm_card_chargeDeclinedProcessingError", "processing_error", "card_declined", "retry"],
    ["pm_card_chargeDeclinedLostCard", "lost_card", "card_refused", "never"],
    ["pm_card_chargeDeclinedStolenCard", "stolen_card", "card_refused", "never"],
    ["pm_card_radarBlock", "fraudulent", "card_declined", "never"],
  ])("R92: %s is declined as %s, which is shown as %s (%s)", async (token, code, reason, advice) => {
    const declined = await pay(token);
    expect(declined).toMatchObject({ state: "declined", decline: { code, reason, advice }, captures: [] });
    expect(declined.instrument?.fingerprint).toBeTruthy();
    expect(await gateway.fetchPayment(declined.remoteId)).toMatchObject({
      state: "declined",
      decline: { code, reason, advice },
    });
  });

  test("R6: after a decline another card pays the same payment", async () => {
    const declined = await pay("pm_card_chargeDeclined");
    const paid = await gateway.charge(charging(declined, { key: `pay_${declined.paymentId}:confirm:2` }));
    expect(paid).toMatchObject({ state: "succeeded", decline: null });
    expect(await moneyOf(paid)).toMatchObject({ charged: 1999, attempts: 2 });
  });

  test("case 39, R6: if the bank requires authentication, the page gets the secret of that payment only", async () => {
    const asked = await pay("pm_card_authenticationRequired");
    expect(asked).toMatchObject({ state: "action", captures: [], next: { type: "action" } });
    expect(asked.next).toMatchObject({ clientSecret: expect.stringContaining(`${asked.remoteId}_secret_`) });
    await simulator.post(`/intents/${asked.remoteId}/authenticate`, { outcome: "pass" });
    expect(await gateway.fetchPayment(asked.remoteId)).toMatchObject({ state: "succeeded", next: null });
  });

  test("case 39, R6: a failed authentication is a decline that may be retried", async () => {
    const asked = await pay("pm_card_authenticationRequired");
    await simulator.post(`/intents/${asked.remoteId}/authenticate`, { outcome: "fail" });
    expect(await gateway.fetchPayment(asked.remoteId)).toMatchObject({
      state: "declined",
      decline: { reason: "authentication_failed", advice: "retry" },
    });
  });

  test("case 40, R7: a renewal for which the bank requires authentication reports it", async () => {
    const customer = await aCustomer();
    const first = await pay("pm_card_authenticationRequired", { customer, saveInstrument: true });
    await simulator.post(`/intents/${first.remoteId}/authenticate`, { outcome: "pass" });
    const { instrument } = await gateway.fetchPayment(first.remoteId);
    const renewal = await gateway.create(order({ customer }));
    const token = instrument?.token ?? null;
    const asked = await gateway.charge(charging(renewal, { initiator: "merchant", token }));
    expect(asked).toMatchObject({
      state: "declined",
      decline: { code: "authentication_required", reason: "authentication_failed", advice: "authenticate" },
    });
  });

  test("cases 31 and 32: a charge that the bank reviews is pending until it decides", async () => {
    for (const [end, state] of [
      ["succeeded", "succeeded"],
      ["insufficient_funds", "declined"],
    ] as const) {
      await simulator.post("/declines", { outcome: "processing", seconds: 3600, end });
      const pending = await pay("pm_card_visa");
      expect(pending).toMatchObject({ state: "pending", captures: [] });
      await simulator.advance(3700);
      expect(await gateway.fetchPayment(pending.remoteId)).toMatchObject({ state });
    }
  });

  test("case 8: the card of another customer is refused, and the payment waits for another", async () => {
    const [owner, other] = [await aCustomer(), await aCustomer()];
    const { instrument } = await pay("pm_card_visa", { customer: owner, saveInstrument: true });
    const open = await gateway.create(order({ customer: other }));
    const token = instrument?.token ?? null;
    await expect(gateway.charge(charging(open, { token }))).rejects.toThrow(GatewayRefused);
    expect(await gateway.fetchPayment(open.remoteId)).toMatchObject({ state: "open" });
  });

  test("cases 28 and 29: the mode, the mark and the amount of a payment are returned as reported", async () => {
    const fields = { amount_received: 19, livemode: true, metadata: { app: "another" } };
    await simulator.post("/misreport", { fields });
    const paid = await pay("pm_card_visa");
    expect(paid).toMatchObject({ live: true, paymentId: null, orderId: null, captures: [{ amount: 19 }] });
  });

  test("case 28: a payment that another system made in the same account has no ids of ours", async () => {
    const theirs = await simulator.stripe.paymentIntents.create({ amount: 500, currency: "usd" });
    expect(await gateway.fetchPayment(theirs.id)).toMatchObject({ paymentId: null, orderId: null });
    const live = { app: "cliffhanger", env: "live", payment_id: "1", order_id: "1" };
    const marked = await simulator.stripe.paymentIntents.create({
      amount: 500,
      currency: "usd",
      metadata: live,
    });
    expect(await gateway.fetchPayment(marked.id)).toMatchObject({ paymentId: null, orderId: null });
  });
});

describe("faults", () => {
  test("case 14: an answer lost after the charge leaves it unknown; a fetch returns the outcome, and the same key changes nothing", async () => {
    const open = await gateway.create(order());
    await fault("close", confirms);
    await expect(gateway.charge(charging(open))).rejects.toThrow(GatewayUnknown);
    expect(await gateway.fetchPayment(open.remoteId)).toMatchObject({ state: "succeeded" });
    await simulator.post("/idempotency/prune");
    expect(await gateway.charge(charging(open))).toMatchObject({ state: "succeeded" });
    expect(await moneyOf(open)).toMatchObject({ charged: 1999, attempts: 1 });
  });

  test("case 15: after a server error the same key is sent again, and there is one payment", async () => {
    const input = order();
    await fault("500", "/v1/payment_intents");
    await expect(gateway.create(input)).rejects.toThrow(GatewayUnknown);
    const made = await gateway.create(input);
    const all = await simulator.stripe.paymentIntents.list({ limit: 100 });
    expect(all.data.filter(({ metadata }) => metadata["payment_id"] === input.paymentId)).toHaveLength(1);
    expect(made.state).toBe("open");
  });

  test.each(["429", "409"])(
    "case 15: %s means that nothing was done, and the request is repeated",
    async (kind) => {
      const open = await gateway.create(order());
      await fault(kind, confirms);
      await expect(gateway.charge(charging(open))).rejects.toThrow(GatewayBusy);
      expect(await moneyOf(open)).toMatchObject({ charged: 0, attempts: 0 });
      expect(await gateway.charge(charging(open))).toMatchObject({ state: "succeeded" });
    },
  );

  test("case 15: a request times out; its key is in use until it is done, once", async () => {
    const open = await gateway.create(order());
    await fault("hang", confirms, { seconds: 6 });
    await expect(gateway.charge(charging(open))).rejects.toThrow(GatewayUnknown);
    await expect(gateway.charge(charging(open))).rejects.toThrow(GatewayBusy);
    const again = () => gateway.charge(charging(open)).catch((error: unknown) => error);
    await expect.poll(again, { interval: 500, timeout: timeLimit(20) }).toMatchObject({ state: "succeeded" });
    expect(await moneyOf(open)).toMatchObject({ charged: 1999, attempts: 1 });
  });

  test.each(["truncate", "empty", "close", "before", "after"])(
    "case 16: an unusable answer (%s) is never a decline",
    async (kind) => {
      const open = await gateway.create(order());
      // The SDK repeats a request once after a closed connection, with the same key.
      await fault(kind, confirms, { n: 2 });
      await expect(gateway.charge(charging(open))).rejects.toThrow(GatewayUnknown);
      const charged = kind === "before" ? 0 : 1999;
      expect(await moneyOf(open)).toMatchObject({ charged });
      await simulator.delete("/faults");
      expect(await gateway.charge(charging(open))).toMatchObject({ state: "succeeded" });
      expect(await moneyOf(open)).toMatchObject({ charged: 1999 });
    },
  );

  test("case 17: with an unreachable gateway everything is unknown", async () => {
    const away = openStripe(
      { ...simulator.settings, apiUrl: new URL("http://127.0.0.1:1") },
      { log: silentLog },
    );
    await expect(away.create(order())).rejects.toThrow(GatewayUnknown);
    await expect(away.fetchPayment("pi_1")).rejects.toThrow(GatewayUnknown);
  });

  test("a payment that does not exist is refused with its code", async () => {
    await expect(gateway.fetchPayment("pi_none")).rejects.toMatchObject({ code: "resource_missing" });
  });

  test("no error contains the payment's secret or the account's key", async () => {
    const open = await gateway.create(order());
    const error = await gateway
      .charge(charging(open, { token: "pm_none" }))
      .catch((reason: unknown) => reason);
    const text = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String((error as Error).cause);
    expect(text).toContain("GatewayRefused");
    expect(text).not.toMatch(/_secret_|sk_test/);
  });
});

describe.skipIf(!hasStripeSpecs)(`the wire${hasStripeSpecs ? "" : ` (${withoutStripeSpecs})`}`, () => {
  test("every request and every response is as Stripe describes it", () => {
    expect(wireFaults(simulator.calls)).toEqual([]);
  });

  test("R48: every call that changes something carries the key of our own row", () => {
    const posts = simulator.calls.filter(({ method }) => method === "POST");
    expect(posts.length).toBeGreaterThan(30);
    for (const { headers } of posts) expect(headers["idempotency-key"]).toMatch(/^(cus|pay)_|:again$/);
  });

  test("a call that Stripe's description does not contain is noticed", () => {
    const [made] = simulator.calls.filter(
      ({ path, status }) => path === "/v1/payment_intents" && status === 200,
    );
    if (!made) throw new Error("Nothing was created");
    const specs = readStripeSpecs();
    const old = {
      ...made,
      body: made.body.replace("allowed_payment_method_types", "payment_method_types"),
    };
    expect(specs.requestFaults(old)).not.toEqual([]);
    expect(specs.answerFaults({ ...made, answer: made.answer.replace('"status"', '"state"') })).not.toEqual(
      [],
    );
  });
});
