import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "#platform/clock";
import { newId } from "#platform/ids";
import { silentLog } from "#test/silent-log";
import { openStripeSimulator, type StripeSimulator } from "#test/stripe-simulator";
import { hasStripeSpecs, wireFaults, withoutStripeSpecs } from "#test/stripe-specs";
import { type Gateway, GatewayRefused, GatewayUnknown, type Snapshot } from "../../records/gateway.ts";
import { openStripe } from "./stripe.ts";

let simulator: StripeSimulator;
let gateway: Gateway;

beforeAll(async () => {
  simulator = await openStripeSimulator();
  gateway = openStripe(simulator.settings, { log: silentLog, timeoutMs: 1_500 });
});
afterAll(() => simulator?.close());

const id = () => newId(systemClock.now());

async function open(customer: string | null = null): Promise<Snapshot> {
  const paymentId = id();
  return gateway.create({
    key: `pay_${paymentId}:create`,
    orderId: id(),
    orderNumber: "CH-000042",
    paymentId,
    amount: 2_000,
    currency: "EUR",
    description: "30 Tage",
    siteName: "Cliffhanger",
    language: "de",
    visitorId: id(),
    email: null,
    customer,
    keep: customer !== null,
    returnUrl: "https://example.com/order/result",
    cancelUrl: "https://example.com/order/result",
  });
}

async function pay(token = "pm_card_visa", customer: string | null = null): Promise<Snapshot> {
  const { remoteId, paymentId } = await open(customer);
  return gateway.charge({
    key: `pay_${paymentId}:confirm:1`,
    remoteId,
    initiator: "customer",
    token,
    keep: customer !== null,
    billing: null,
    returnUrl: "https://example.com/order/result",
  });
}

/** A card that is kept for later, by its token. */
async function aKeptCard(): Promise<string> {
  const visitorId = id();
  const customer = await gateway.customer({ key: `cus_${visitorId}`, visitorId, email: null });
  const { instrument } = await pay("pm_card_visa", customer);
  if (!instrument?.token) throw new Error("No card was kept");
  return instrument.token;
}

async function giveBack(paid: Snapshot, amount: number, refundId = id()) {
  const [capture] = paid.captures;
  return gateway.refund({
    key: `ref_${refundId}`,
    refundId,
    captureRemoteId: capture?.remoteId ?? "",
    paymentRemoteId: paid.remoteId,
    amount,
    currency: "EUR",
  });
}

test("a customer is made once, without an address, which follows and may have changed in between", async () => {
  const visitorId = id();
  const made = async (email: string | null) =>
    gateway.customer({ key: `customer_${visitorId}`, visitorId, email });
  const first = await made("mara@example.com");
  expect(await made("mara.silva@example.com")).toBe(first);
  expect(await made(null)).toBe(first);
  const { data } = await simulator.stripe.customers.list({ email: "mara.silva@example.com" });
  expect(data.map((customer) => customer.id)).toEqual([first]);
  const creations = simulator.calls.filter(
    ({ method, path }) => method === "POST" && path === "/v1/customers",
  );
  for (const { body } of creations.slice(-3)) expect(body).not.toContain("email");
});

describe("giving up a payment", () => {
  test("R75: what is not paid is cancelled for good, and cancelling again finds it so", async () => {
    const { remoteId, paymentId } = await open();
    expect(await gateway.cancel(remoteId, `pay_${paymentId}:cancel`)).toMatchObject({ state: "cancelled" });
    expect(await gateway.cancel(remoteId, `pay_${paymentId}:cancel:2`)).toMatchObject({ state: "cancelled" });
  });

  test("case 3: cancelling what was paid in between says that it is paid", async () => {
    const paid = await pay();
    expect(await gateway.cancel(paid.remoteId, `pay_${paid.paymentId}:cancel`)).toEqual(paid);
  });
});

describe("giving money back", () => {
  test("case 53, R48: a part is given back once for each of our refunds, and the payment lists it with our id", async () => {
    const paid = await pay();
    const refundId = id();
    const refund = await giveBack(paid, 500, refundId);
    expect(refund).toMatchObject({ state: "done", amount: 500, currency: "EUR", refundId });
    expect(await giveBack(paid, 500, refundId)).toEqual(refund);
    expect(await gateway.lookRefund(refund.remoteId)).toEqual(refund);
    expect((await gateway.look(paid.remoteId)).refunds).toEqual([refund]);
    expect(await simulator.get(`/money/intents/${paid.remoteId}`)).toMatchObject({ refunded: 500 });
  });

  test("case 53: more than was taken is refused", async () => {
    const paid = await pay();
    await giveBack(paid, 1_500);
    await expect(giveBack(paid, 600)).rejects.toThrow(GatewayRefused);
    await giveBack(paid, 500);
    await expect(giveBack(paid, 1)).rejects.toMatchObject({ code: "charge_already_refunded" });
  });

  test("case 54: a refund that fails later says so when it is looked at", async () => {
    const refund = await giveBack(await pay("pm_card_pendingRefund"), 2_000);
    expect(refund.state).toBe("pending");
    await simulator.post(`/refunds/${refund.remoteId}/settle`, { outcome: "failed" });
    expect(await gateway.lookRefund(refund.remoteId)).toMatchObject({ state: "failed" });
  });

  test("case 56: what somebody gave back in the dashboard is listed as none of ours", async () => {
    const paid = await pay();
    await simulator.post(`/charges/${paid.remoteId}/refund`, { amount: 700 });
    expect((await gateway.look(paid.remoteId)).refunds).toMatchObject([
      { amount: 700, state: "done", refundId: null, captureRemoteId: paid.captures[0]?.remoteId },
    ]);
  });
});

describe("kept cards", () => {
  test("a card that is forgotten can no longer be charged, however often it is forgotten", async () => {
    const token = await aKeptCard();
    expect(await gateway.lookInstrument(token)).toMatchObject({ token, last4: "4242", reusable: true });
    await gateway.forget(token);
    await gateway.forget(token);
    expect(await gateway.lookInstrument(token)).toBeNull();
    await expect(pay(token)).rejects.toThrow(GatewayRefused);
  });

  test("forgetting what is not there is done", async () => {
    await gateway.forget("pm_none");
    expect(await gateway.lookInstrument("pm_none")).toBeNull();
  });

  test("a card is not forgotten while nobody knows whether it was", async () => {
    const token = await aKeptCard();
    await simulator.post("/faults", { kind: "500", path: "/v1/payment_methods/*/detach" });
    await expect(gateway.forget(token)).rejects.toThrow(GatewayUnknown);
    expect(await gateway.lookInstrument(token)).not.toBeNull();
  });

  test("case 43: a card that its bank replaced is told with its new numbers", async () => {
    const token = await aKeptCard();
    await simulator.post(`/payment-methods/${token}/update`, { exp_month: 7, exp_year: 2033, last4: "1881" });
    expect(await gateway.lookInstrument(token)).toMatchObject({ expMonth: 7, expYear: 2033, last4: "1881" });
  });
});

describe("disputes", () => {
  test("case 55: a dispute is told with what it took, and with what came back when it was won", async () => {
    const { remoteId } = await pay();
    expect(await gateway.lookDispute(remoteId)).toBeNull();
    await simulator.post(`/charges/${remoteId}/dispute`);
    // 20 € as the account has them: in dollars, at the rate of the simulator.
    const taken = [
      { kind: "hold", amount: 2_161, currency: "USD" },
      { kind: "fee", amount: 1_500, currency: "USD" },
    ];
    const opened = { state: "opened", amount: 2_000, currency: "EUR", moves: taken };
    expect(await gateway.lookDispute(remoteId)).toMatchObject(opened);
    await simulator.post(`/disputes/${remoteId}/close`, { outcome: "won" });
    const back = [
      { kind: "release", amount: 2_161, currency: "USD" },
      { kind: "fee_returned", amount: 1_500, currency: "USD" },
    ];
    expect(await gateway.lookDispute(remoteId)).toMatchObject({
      ...opened,
      state: "won",
      moves: [...taken, ...back],
    });
  });

  test("case 55: a lost dispute, and an inquiry that took no money", async () => {
    const [lost, asked] = [await pay(), await pay()];
    await simulator.post(`/charges/${lost.remoteId}/dispute`);
    await simulator.post(`/disputes/${lost.remoteId}/close`, { outcome: "lost" });
    expect(await gateway.lookDispute(lost.remoteId)).toMatchObject({
      state: "lost",
      moves: [{ kind: "hold" }, { kind: "fee" }],
    });
    await simulator.post(`/charges/${asked.remoteId}/dispute`, { inquiry: true });
    expect(await gateway.lookDispute(asked.remoteId)).toMatchObject({
      state: "warning",
      moves: [],
    });
    await simulator.post(`/disputes/${asked.remoteId}/close`, { outcome: "warning_closed" });
    expect(await gateway.lookDispute(asked.remoteId)).toMatchObject({ state: "won", moves: [] });
  });
});

describe("the list of events", () => {
  test("case 27: everything that happened since a moment is told in its order, over as many pages as it takes", async () => {
    await simulator.advance(7_200);
    const since = new Date(systemClock.now().getTime() + 7_100_000);
    const paid = [];
    for (let at = 0; at < 60; at++) paid.push((await pay()).remoteId);
    await simulator.post(`/charges/${paid[0]}/refund`);
    await simulator.post(`/charges/${paid[1]}/dispute`);
    await simulator.stripe.paymentIntents.create({
      amount: 500,
      currency: "usd",
      payment_method: "pm_card_visa",
      return_url: "https://example.com",
      confirm: true,
    });
    const told = await Array.fromAsync(gateway.events(since));
    expect(told.map(({ at }) => at.getTime())).toEqual(
      told.map(({ at }) => at.getTime()).sort((a, b) => a - b),
    );
    const payments = told
      .filter(({ type }) => type === "payment_intent.succeeded")
      .map(({ subject }) => subject);
    expect(payments).toEqual([
      ...paid.map((remoteId) => ({ kind: "payment", remoteId, final: "succeeded" })),
      { kind: "none" },
    ]);
    expect(told).toContainEqual(
      expect.objectContaining({ type: "refund.created", subject: { kind: "payment", remoteId: paid[0] } }),
    );
    expect(told).toContainEqual(
      expect.objectContaining({ subject: { kind: "dispute", paymentRemoteId: paid[1], state: "opened" } }),
    );
    expect(new Set(told.map(({ eventId }) => eventId)).size).toBe(told.length);
  });

  test("cases 15 and 27: a list that breaks off is no list", async () => {
    await simulator.post("/faults", { kind: "500", path: "/v1/events" });
    await expect(Array.fromAsync(gateway.events(new Date(0)))).rejects.toThrow(GatewayUnknown);
  });
});

describe.skipIf(!hasStripeSpecs)(
  `what goes over the wire${hasStripeSpecs ? "" : ` (${withoutStripeSpecs})`}`,
  () => {
    test("every call is one that Stripe's descriptions know, and so is every answer", () => {
      expect(wireFaults(simulator.calls)).toEqual([]);
    });

    test("R48: every call that changes something carries a key of ours", () => {
      const posts = simulator.calls.filter(({ method }) => method === "POST");
      for (const { headers } of posts)
        expect(headers["idempotency-key"]).toMatch(/^(cus|customer|pay|ref|forget)_/);
    });
  },
);
