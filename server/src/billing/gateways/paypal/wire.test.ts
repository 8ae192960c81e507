import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { openPayPalSimulator, type PayPalSimulator } from "#test/paypal-simulator";
import { hasPayPalSpecs, paypalFaults, withoutPayPalSpecs } from "#test/paypal-specs";
import { silentLog } from "#test/silent-log";
import {
  type Gateway,
  GatewayBusy,
  GatewayRefused,
  GatewayUnknown,
  type Snapshot,
} from "../../records/gateway.ts";
import { openPayPal } from "./paypal.ts";

let simulator: PayPalSimulator;
let gateway: Gateway;
beforeAll(async () => {
  simulator = await openPayPalSimulator();
  gateway = openPayPal(simulator.settings, { log: silentLog, timeoutMs: 1_500 });
});
afterAll(() => simulator?.close());

const id = () => newId(new Date());
const say = (path: string, body: object) => simulator.say(path, body);

async function open(
  more: {
    saveInstrument?: boolean;
    initiator?: "customer" | "merchant";
    amount?: number;
    currency?: string;
  } = {},
) {
  const paymentId = id();
  return gateway.create({
    key: `pay_${paymentId}:create`,
    orderId: id(),
    // PayPal refuses an invoice number that was paid.
    orderNumber: `CH-${paymentId}`,
    paymentId,
    amount: 1999,
    currency: "USD",
    description: "30 days of everything",
    siteName: "Cliffhanger",
    language: "de",
    visitorId: id(),
    email: null,
    customer: null,
    saveInstrument: false,
    returnUrl: "https://example.com/return",
    cancelUrl: "https://example.com/cancel",
    ...more,
  });
}

const charge = ({ remoteId, paymentId }: Snapshot, token: string | null = null) =>
  gateway.charge({
    key: `pay_${paymentId}:confirm:1`,
    remoteId,
    initiator: token === null ? "customer" : "merchant",
    token,
    saveInstrument: false,
    billing: null,
    returnUrl: "https://example.com/return",
  });

async function paid(buyer: string, more: Parameters<typeof open>[0] = {}): Promise<Snapshot> {
  const opened = await open(more);
  await say("/approve", { orderId: opened.remoteId, buyer });
  return charge(opened);
}

describe("PayPal", () => {
  test("R6: captures, saves the account, charges it again without its owner and refunds", async () => {
    const first = await paid("funded:wire", { saveInstrument: true });
    expect(first).toMatchObject({ state: "succeeded", amount: 1999, currency: "USD", live: false });
    const token = first.instrument?.token ?? "";
    expect(first.instrument).toMatchObject({ kind: "paypal", reusable: true });
    const renewed = await charge(await open({ initiator: "merchant" }), token);
    expect(renewed.state).toBe("succeeded");
    const [capture] = renewed.captures;
    const refundId = id();
    const refund = await gateway.refund({
      key: `ref_${refundId}`,
      refundId,
      captureRemoteId: capture?.remoteId ?? "",
      paymentRemoteId: renewed.remoteId,
      amount: 500,
      currency: "USD",
    });
    expect(await gateway.fetchRefund(refund.remoteId)).toMatchObject({
      state: "done",
      amount: 500,
      refundId,
    });
    expect((await gateway.fetchPayment(renewed.remoteId)).refunds).toMatchObject([{ amount: 500, refundId }]);
    expect(await gateway.fetchInstrument(token)).toMatchObject({ token });
    await gateway.forget(token);
    await gateway.forget(token);
    expect(await gateway.fetchInstrument(token)).toBeNull();
    const again = await charge(await open({ initiator: "merchant" }), token);
    expect(again).toMatchObject({ state: "declined", decline: { advice: "never" } });
  });

  test("case 57: yen are whole, forints have no decimals, and an amount that PayPal rejects is not sent", async () => {
    expect(await open({ amount: 980, currency: "JPY" })).toMatchObject({ amount: 980, currency: "JPY" });
    expect(await open({ amount: 99_000, currency: "HUF" })).toMatchObject({
      amount: 99_000,
      currency: "HUF",
    });
    await expect(open({ amount: 99_050, currency: "HUF" })).rejects.toThrow(RangeError);
  });

  test("case 15, case 16: an outcome that a fault leaves open is unknown; one that was certainly not done is busy or refused", async () => {
    const opened = await open();
    const path = `/v2/checkout/orders/${opened.remoteId}`;
    for (const kind of ["500", "truncate", "empty", "close", "hang"]) {
      await say("/faults", { method: "GET", path, kind, n: 1, ...(kind === "hang" ? { seconds: 3 } : {}) });
      await expect(gateway.fetchPayment(opened.remoteId), kind).rejects.toThrow(GatewayUnknown);
    }
    await say("/faults", { method: "GET", path, kind: "429", n: 1 });
    await expect(gateway.fetchPayment(opened.remoteId)).rejects.toThrow(GatewayBusy);
    await expect(gateway.fetchPayment("5O190127TN364715T")).rejects.toThrow(GatewayRefused);
    await say("/access/expire", {});
    expect((await gateway.fetchPayment(opened.remoteId)).state).toBe("open");
  });

  test("an order is cancelled by never being captured", async () => {
    const opened = await open();
    await say("/approve", { orderId: opened.remoteId });
    expect((await gateway.cancel(opened.remoteId, "x")).state).toBe("cancelled");
    const done = await paid("funded");
    expect((await gateway.cancel(done.remoteId, "x")).state).toBe("succeeded");
  });
});

describe.skipIf(!hasPayPalSpecs)(`the wire${hasPayPalSpecs ? "" : ` (${withoutPayPalSpecs})`}`, () => {
  test("every request and every response is as PayPal describes it", async () => {
    const { calls } = simulator;
    // A deliberately corrupted response is not one of PayPal's.
    const whole = calls.filter(
      ({ status, answer }) => status > 0 && status < 500 && status !== 429 && isJson(answer),
    );
    expect(whole.length).toBeGreaterThan(15);
    expect(paypalFaults(whole)).toEqual([]);
  });
});

function isJson(text: string): boolean {
  try {
    return text === "" || typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
