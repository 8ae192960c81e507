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
    saveInstrument: customer !== null,
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
    saveInstrument: customer !== null,
    billing: null,
    returnUrl: "https://example.com/order/result",
  });
}

/** Saves a card; returns its token. */
async function saveCard(): Promise<string> {
  const visitorId = id();
  const customer = await gateway.customer({ key: `cus_${visitorId}`, visitorId, email: null });
  const { instrument } = await pay("pm_card_visa", customer);
  if (!instrument?.token) throw new Error("No card was kept");
  return instrument.token;
}

async function refund(paid: Snapshot, amount: number, refundId = id()) {
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

test("a customer is created once, without an email address, which follows and may have changed in between", async () => {
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

describe("cancelling a payment", () => {
  test("R75: an unpaid payment is cancelled permanently, and cancelling again finds it so", async () => {
    const { remoteId, paymentId } = await open();
    expect(await gateway.cancel(remoteId, `pay_${paymentId}:cancel`)).toMatchObject({ state: "cancelled" });
    expect(await gateway.cancel(remoteId, `pay_${paymentId}:cancel:2`)).toMatchObject({ state: "cancelled" });
  });

  test("case 3: cancelling a payment that was paid in between reports that it is paid", async () => {
    const paid = await pay();
    expect(await gateway.cancel(paid.remoteId, `pay_${paid.paymentId}:cancel`)).toEqual(paid);
  });
});

describe("refunds", () => {
  test("case 53, R48: a part is refunded once for each of our refunds, and the payment lists it with our id", async () => {
    const paid = await pay();
    const refundId = id();
    const made = await refund(paid, 500, refundId);
    expect(made).toMatchObject({ state: "done", amount: 500, currency: "EUR", refundId });
    expect(await refund(paid, 500, refundId)).toEqual(made);
    expect(await gateway.fetchRefund(made.remoteId)).toEqual(made);
    expect((await gateway.fetchPayment(paid.remoteId)).refunds).toEqual([made]);
    expect(await simulator.get(`/money/intents/${paid.remoteId}`)).toMatchObject({ refunded: 500 });
  });

  test("case 53: more than was captured is refused", async () => {
    const paid = await pay();
    await refund(paid, 1_500);
    await expect(refund(paid, 600)).rejects.toThrow(GatewayRefused);
    await refund(paid, 500);
    await expect(refund(paid, 1)).rejects.toMatchObject({ code: "charge_already_refunded" });
  });

  test("case 54: a refund that fails later shows as failed when it is fetched", async () => {
    const made = await refund(await pay("pm_card_pendingRefund"), 2_000);
    expect(made.state).toBe("pending");
    await simulator.post(`/refunds/${made.remoteId}/settle`, { outcome: "failed" });
    expect(await gateway.fetchRefund(made.remoteId)).toMatchObject({ state: "failed" });
  });

  test("case 56: a refund made in the dashboard is listed as not ours", async () => {
    const paid = await pay();
    await simulator.post(`/charges/${paid.remoteId}/refund`, { amount: 700 });
    expect((await gateway.fetchPayment(paid.remoteId)).refunds).toMatchObject([
      { amount: 700, state: "done", refundId: null, captureRemoteId: paid.captures[0]?.remoteId },
    ]);
  });
});

describe("saved cards", () => {
  test("a detached card can no longer be charged, however often it is detached", async () => {
    const token = await saveCard();
    expect(await gateway.fetchInstrument(token)).toMatchObject({ token, last4: "4242", reusable: true });
    await gateway.forget(token);
    await gateway.forget(token);
    expect(await gateway.fetchInstrument(token)).toBeNull();
    await expect(pay(token)).rejects.toThrow(GatewayRefused);
  });

  test("detaching an unknown card succeeds", async () => {
    await gateway.forget("pm_none");
    expect(await gateway.fetchInstrument("pm_none")).toBeNull();
  });

  test("a card counts as detached only once the gateway confirms it", async () => {
    const token = await saveCard();
    await simulator.post("/faults", { kind: "500", path: "/v1/payment_methods/*/detach" });
    await expect(gateway.forget(token)).rejects.toThrow(GatewayUnknown);
    expect(await gateway.fetchInstrument(token)).not.toBeNull();
  });

  test("case 43: a card that its bank replaced is returned with its new numbers", async () => {
    const token = await saveCard();
    await simulator.post(`/payment-methods/${token}/update`, { exp_month: 7, exp_year: 2033, last4: "1881" });
    expect(await gateway.fetchInstrument(token)).toMatchObject({ expMonth: 7, expYear: 2033, last4: "1881" });
  });
});

describe("disputes", () => {
  test("case 55: a dispute is reported with what it withdrew, and with what it returned when it was won", async () => {
    const { remoteId } = await pay();
    expect(await gateway.fetchDispute(remoteId)).toBeNull();
    await simulator.post(`/charges/${remoteId}/dispute`);
    // 20 € as the account holds them: in dollars, at the rate of the simulator.
    const taken = [
      { kind: "hold", amount: 2_161, currency: "USD" },
      { kind: "fee", amount: 1_500, currency: "USD" },
    ];
    const opened = { state: "opened", amount: 2_000, currency: "EUR", movements: taken };
    expect(await gateway.fetchDispute(remoteId)).toMatchObject(opened);
    await simulator.post(`/disputes/${remoteId}/close`, { outcome: "won" });
    const back = [
      { kind: "release", amount: 2_161, currency: "USD" },
      { kind: "fee_returned", amount: 1_500, currency: "USD" },
    ];
    expect(await gateway.fetchDispute(remoteId)).toMatchObject({
      ...opened,
      state: "won",
      movements: [...taken, ...back],
    });
  });

  test("case 55: a lost dispute, and an inquiry that took no money", async () => {
    const [lost, asked] = [await pay(), await pay()];
    await simulator.post(`/charges/${lost.remoteId}/dispute`);
    await simulator.post(`/disputes/${lost.remoteId}/close`, { outcome: "lost" });
    expect(await gateway.fetchDispute(lost.remoteId)).toMatchObject({
      state: "lost",
      movements: [{ kind: "hold" }, { kind: "fee" }],
    });
    await simulator.post(`/charges/${asked.remoteId}/dispute`, { inquiry: true });
    expect(await gateway.fetchDispute(asked.remoteId)).toMatchObject({
      state: "warning",
      movements: [],
    });
    await simulator.post(`/disputes/${asked.remoteId}/close`, { outcome: "warning_closed" });
    expect(await gateway.fetchDispute(asked.remoteId)).toMatchObject({ state: "won", movements: [] });
  });
});

describe("the event list", () => {
  test("case 27: everything since a given time is listed in order, over as many pages as it takes", async () => {
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
    const listed = await Array.fromAsync(gateway.events(since));
    expect(listed.map(({ at }) => at.getTime())).toEqual(
      listed.map(({ at }) => at.getTime()).sort((a, b) => a - b),
    );
    const payments = listed
      .filter(({ type }) => type === "payment_intent.succeeded")
      .map(({ subject }) => subject);
    expect(payments).toEqual([
      ...paid.map((remoteId) => ({ kind: "payment", remoteId, final: "succeeded" })),
      { kind: "none" },
    ]);
    expect(listed).toContainEqual(
      expect.objectContaining({ type: "refund.created", subject: { kind: "payment", remoteId: paid[0] } }),
    );
    expect(listed).toContainEqual(
      expect.objectContaining({ subject: { kind: "dispute", paymentRemoteId: paid[1], state: "opened" } }),
    );
    expect(new Set(listed.map(({ eventId }) => eventId)).size).toBe(listed.length);
  });

  test("cases 15 and 27: an incomplete list throws", async () => {
    await simulator.post("/faults", { kind: "500", path: "/v1/events" });
    await expect(Array.fromAsync(gateway.events(new Date(0)))).rejects.toThrow(GatewayUnknown);
  });
});

describe.skipIf(!hasStripeSpecs)(`the wire${hasStripeSpecs ? "" : ` (${withoutStripeSpecs})`}`, () => {
  test("every request and every response is as Stripe describes it", () => {
    expect(wireFaults(simulator.calls)).toEqual([]);
  });

  test("R48: every call that changes something carries a key of ours", () => {
    const posts = simulator.calls.filter(({ method }) => method === "POST");
    for (const { headers } of posts)
      expect(headers["idempotency-key"]).toMatch(/^(cus|customer|pay|ref|forget)_/);
  });
});
