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

/** A person's customer there. */
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
    keep: false,
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
    keep: false,
    billing: { name: "Mara Lind", email: "mara@example.com" },
    returnUrl: "https://example.com/order/result",
    ...more,
  };
}

/** Creates and charges. */
async function pay(token: string, more: Partial<CreateInput> = {}): Promise<Snapshot> {
  return gateway.charge(charging(await gateway.create(order(more)), { token, keep: more.keep ?? false }));
}

type Money = { status: string; attempts: number; charged: number; refunded: number };
const moneyOf = ({ remoteId }: Snapshot) => simulator.get<Money>(`/money/intents/${remoteId}`);
const fault = (kind: string, path: string, more: object = {}) =>
  simulator.post("/faults", { kind, path, ...more });
const confirms = "/v1/payment_intents/*/confirm";

describe("paying", () => {
  test("R6: a new payment moves no money and says whose it is; the same key is the same payment", async () => {
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
    expect(await gateway.look(made.remoteId)).toEqual(made);
  });

  test("R6: a charge takes the money once and tells amount, fee and card", async () => {
    const paid = await pay("pm_card_visa");
    expect(paid).toMatchObject({
      state: "succeeded",
      captures: [
        { amount: 1999, currency: "USD", settled: { currency: "USD", amount: 1999, fee: 88, rate: null } },
      ],
      instrument: { kind: "card", brand: "visa", last4: "4242", token: null, reusable: false },
    });
    expect(paid.instrument?.fingerprint).toBeTruthy();
    expect(await gateway.look(paid.remoteId)).toEqual(paid);
    expect(await moneyOf(paid)).toMatchObject({ charged: 1999, attempts: 1 });
  });

  test("R48: charging what is paid already is answered with what it is, and moves nothing", async () => {
    const paid = await pay("pm_card_visa");
    const again = await gateway.charge(charging(paid, { key: `${paid.paymentId}:again` }));
    expect(again).toEqual(paid);
    expect(await moneyOf(paid)).toMatchObject({ charged: 1999, attempts: 1 });
  });

  test("R7: a card that is kept with a membership's first payment is charged again without its owner", async () => {
    const customer = await aCustomer();
    const first = await pay("pm_card_mastercard", { customer, keep: true });
    expect(first.instrument).toMatchObject({ customer, reusable: true });
    const renewal = await gateway.create(order({ customer }));
    const token = first.instrument?.token ?? null;
    const renewed = await gateway.charge(charging(renewal, { initiator: "merchant", token }));
    expect(renewed).toMatchObject({ state: "succeeded", instrument: { token, reusable: true } });
  });

  test("R7: a payment that first was to be made without its owner can keep the card they then pay it with", async () => {
    const customer = await aCustomer();
    const renewal = await gateway.create(order({ customer }));
    const paid = await gateway.charge(charging(renewal, { keep: true }));
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
  ])("R92: %s is declined as %s, which is said as %s (%s)", async (token, code, reason, advice) => {
    const declined = await pay(token);
    expect(declined).toMatchObject({ state: "declined", decline: { code, reason, advice }, captures: [] });
    expect(declined.instrument?.fingerprint).toBeTruthy();
    expect(await gateway.look(declined.remoteId)).toMatchObject({
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

  test("case 39, R6: where the bank asks for its step, the page is given the secret of that payment alone", async () => {
    const asked = await pay("pm_card_authenticationRequired");
    expect(asked).toMatchObject({ state: "action", captures: [], next: { type: "action" } });
    expect(asked.next).toMatchObject({ clientSecret: expect.stringContaining(`${asked.remoteId}_secret_`) });
    await simulator.post(`/intents/${asked.remoteId}/authenticate`, { outcome: "pass" });
    expect(await gateway.look(asked.remoteId)).toMatchObject({ state: "succeeded", next: null });
  });

  test("case 39, R6: a step that failed is a decline that may be tried again", async () => {
    const asked = await pay("pm_card_authenticationRequired");
    await simulator.post(`/intents/${asked.remoteId}/authenticate`, { outcome: "fail" });
    expect(await gateway.look(asked.remoteId)).toMatchObject({
      state: "declined",
      decline: { reason: "authentication_failed", advice: "retry" },
    });
  });

  test("case 40, R7: a renewal that the bank wants to see its owner for says so", async () => {
    const customer = await aCustomer();
    const first = await pay("pm_card_authenticationRequired", { customer, keep: true });
    await simulator.post(`/intents/${first.remoteId}/authenticate`, { outcome: "pass" });
    const { instrument } = await gateway.look(first.remoteId);
    const renewal = await gateway.create(order({ customer }));
    const token = instrument?.token ?? null;
    const asked = await gateway.charge(charging(renewal, { initiator: "merchant", token }));
    expect(asked).toMatchObject({
      state: "declined",
      decline: { code: "authentication_required", reason: "authentication_failed", advice: "authenticate" },
    });
  });

  test("cases 31 and 32: a charge that the bank looks into is pending until it says", async () => {
    for (const [end, state] of [
      ["succeeded", "succeeded"],
      ["insufficient_funds", "declined"],
    ] as const) {
      await simulator.post("/declines", { outcome: "processing", seconds: 3600, end });
      const pending = await pay("pm_card_visa");
      expect(pending).toMatchObject({ state: "pending", captures: [] });
      await simulator.advance(3700);
      expect(await gateway.look(pending.remoteId)).toMatchObject({ state });
    }
  });

  test("case 8: the card of somebody else is refused, and the payment waits for another", async () => {
    const [owner, other] = [await aCustomer(), await aCustomer()];
    const { instrument } = await pay("pm_card_visa", { customer: owner, keep: true });
    const open = await gateway.create(order({ customer: other }));
    const token = instrument?.token ?? null;
    await expect(gateway.charge(charging(open, { token }))).rejects.toThrow(GatewayRefused);
    expect(await gateway.look(open.remoteId)).toMatchObject({ state: "open" });
  });

  test("cases 28 and 29: what a payment says of its mode, its mark and its amount arrives as it was said", async () => {
    const fields = { amount_received: 19, livemode: true, metadata: { app: "another" } };
    await simulator.post("/misreport", { fields });
    const paid = await pay("pm_card_visa");
    expect(paid).toMatchObject({ live: true, paymentId: null, orderId: null, captures: [{ amount: 19 }] });
  });

  test("case 28: a payment that others made in the same account is nobody's here", async () => {
    const theirs = await simulator.stripe.paymentIntents.create({ amount: 500, currency: "usd" });
    expect(await gateway.look(theirs.id)).toMatchObject({ paymentId: null, orderId: null });
    const live = { app: "cliffhanger", env: "live", payment_id: "1", order_id: "1" };
    const marked = await simulator.stripe.paymentIntents.create({
      amount: 500,
      currency: "usd",
      metadata: live,
    });
    expect(await gateway.look(marked.id)).toMatchObject({ paymentId: null, orderId: null });
  });
});

describe("what goes wrong on the way", () => {
  test("case 14: an answer that was lost after the charge leaves it unknown; a look tells, and the same key changes nothing", async () => {
    const open = await gateway.create(order());
    await fault("close", confirms);
    await expect(gateway.charge(charging(open))).rejects.toThrow(GatewayUnknown);
    expect(await gateway.look(open.remoteId)).toMatchObject({ state: "succeeded" });
    await simulator.post("/idempotency/prune");
    expect(await gateway.charge(charging(open))).toMatchObject({ state: "succeeded" });
    expect(await moneyOf(open)).toMatchObject({ charged: 1999, attempts: 1 });
  });

  test("case 15: after an error of theirs the same key is sent again, and there is one payment", async () => {
    const input = order();
    await fault("500", "/v1/payment_intents");
    await expect(gateway.create(input)).rejects.toThrow(GatewayUnknown);
    const made = await gateway.create(input);
    const all = await simulator.stripe.paymentIntents.list({ limit: 100 });
    expect(all.data.filter(({ metadata }) => metadata["payment_id"] === input.paymentId)).toHaveLength(1);
    expect(made.state).toBe("open");
  });

  test.each(["429", "409"])(
    "case 15: %s means that nothing was done, and the same is asked again",
    async (kind) => {
      const open = await gateway.create(order());
      await fault(kind, confirms);
      await expect(gateway.charge(charging(open))).rejects.toThrow(GatewayBusy);
      expect(await moneyOf(open)).toMatchObject({ charged: 0, attempts: 0 });
      expect(await gateway.charge(charging(open))).toMatchObject({ state: "succeeded" });
    },
  );

  test("case 15: an answer that does not come is given up; its key is in use until it is done, once", async () => {
    const open = await gateway.create(order());
    await fault("hang", confirms, { seconds: 6 });
    await expect(gateway.charge(charging(open))).rejects.toThrow(GatewayUnknown);
    await expect(gateway.charge(charging(open))).rejects.toThrow(GatewayBusy);
    const again = () => gateway.charge(charging(open)).catch((error: unknown) => error);
    await expect.poll(again, { interval: 500, timeout: timeLimit(20) }).toMatchObject({ state: "succeeded" });
    expect(await moneyOf(open)).toMatchObject({ charged: 1999, attempts: 1 });
  });

  test.each(["truncate", "empty", "close", "before", "after"])(
    "case 16: an answer that is none (%s) is never a no",
    async (kind) => {
      const open = await gateway.create(order());
      // A closed connection is tried once more by the SDK, with the same key.
      await fault(kind, confirms, { n: 2 });
      await expect(gateway.charge(charging(open))).rejects.toThrow(GatewayUnknown);
      const charged = kind === "before" ? 0 : 1999;
      expect(await moneyOf(open)).toMatchObject({ charged });
      await simulator.delete("/faults");
      expect(await gateway.charge(charging(open))).toMatchObject({ state: "succeeded" });
      expect(await moneyOf(open)).toMatchObject({ charged: 1999 });
    },
  );

  test("case 17: a gateway that is not there leaves everything unknown", async () => {
    const away = openStripe(
      { ...simulator.settings, apiUrl: new URL("http://127.0.0.1:1") },
      { log: silentLog },
    );
    await expect(away.create(order())).rejects.toThrow(GatewayUnknown);
    await expect(away.look("pi_1")).rejects.toThrow(GatewayUnknown);
  });

  test("a payment that does not exist is refused by name", async () => {
    await expect(gateway.look("pi_none")).rejects.toMatchObject({ code: "resource_missing" });
  });

  test("no fault carries the payment's secret or the account's key", async () => {
    const open = await gateway.create(order());
    const error = await gateway
      .charge(charging(open, { token: "pm_none" }))
      .catch((reason: unknown) => reason);
    const told = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String((error as Error).cause);
    expect(told).toContain("GatewayRefused");
    expect(told).not.toMatch(/_secret_|sk_test/);
  });
});

describe.skipIf(!hasStripeSpecs)(
  `what goes over the wire${hasStripeSpecs ? "" : ` (${withoutStripeSpecs})`}`,
  () => {
    test("every call is one that Stripe's descriptions know, and so is every answer", () => {
      expect(wireFaults(simulator.calls)).toEqual([]);
    });

    test("R48: every call that changes something carries the key of our own row", () => {
      const posts = simulator.calls.filter(({ method }) => method === "POST");
      expect(posts.length).toBeGreaterThan(30);
      for (const { headers } of posts) expect(headers["idempotency-key"]).toMatch(/^(cus|pay)_|:again$/);
    });

    test("a call that Stripe's descriptions do not know is noticed", () => {
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
  },
);
