import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#platform/ids";
import { type TestMoney, testMoney } from "#test/money";
import { makePurchase } from "#test/paid";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../../tools/time-limit.ts";
import { openPayPal } from "./gateways/paypal/paypal.ts";
import { openStripe } from "./gateways/stripe/stripe.ts";
import type { CreateInput, Gateway } from "./records/gateway.ts";

let shop: TestMoney;
/** Another installation that uses the same accounts. */
let other: { paypal: Gateway; stripe: Gateway };
beforeAll(async () => {
  shop = await testMoney();
  const options = { log: silentLog, installation: "ZZZZZ" };
  other = {
    paypal: openPayPal(shop.gateways.paypal, options),
    stripe: openStripe(shop.gateways.stripe, options),
  };
});
afterAll(() => shop?.close());

function inputOf(orderNumber: string): CreateInput {
  const now = shop.clock.now();
  const paymentId = newId(now);
  return {
    key: `pay_${paymentId}:create`,
    orderId: newId(now),
    orderNumber,
    paymentId,
    amount: 699,
    currency: "USD",
    description: "The Salt Road",
    siteName: "Another site",
    language: "en",
    visitorId: newId(now),
    email: null,
    customer: null,
    saveInstrument: false,
    returnUrl: "https://other.example/return",
    cancelUrl: "https://other.example/cancel",
  };
}

const chargeOf = (remoteId: string, token: string | null) => ({
  key: `${remoteId}:confirm:1`,
  remoteId,
  initiator: "customer" as const,
  token,
  saveInstrument: false,
  billing: null,
  returnUrl: "https://other.example/return",
});

/** Returns the webhook events about an object, once there is one and all are handled. */
async function hintsAbout(remoteId: string): Promise<{ state: string }[]> {
  const read = async () => {
    await shop.work();
    const { rows } = await shop.database.pool.query<{ state: string }>(
      "select state from webhook_inbox where convert_from(raw, 'utf8') like '%' || $1 || '%'",
      [remoteId],
    );
    return rows;
  };
  await expect.poll(async () => (await read()).length, { timeout: timeLimit(15) }).toBeGreaterThan(0);
  return read();
}

test("case 82: two installations sell through one PayPal account, under the same order code, and both are paid", async () => {
  const { order } = await makePurchase(shop, { method: "paypal" });
  const { remoteId } = await other.paypal.create(inputOf(order.number));
  await shop.paypal.post("/approve", { orderId: remoteId, buyer: "funded" });
  expect(await other.paypal.charge(chargeOf(remoteId, null))).toMatchObject({ state: "succeeded" });
  const { captures } = (await shop.paypal.get("/money")) as { captures: { invoiceId: string }[] };
  const { rows } = await shop.database.pool.query("select code from installation");
  const ours = `CH${rows[0].code}-${order.number.slice(3)}`;
  expect(captures.map(({ invoiceId }) => invoiceId).toSorted()).toEqual(
    [ours, `CHZZZZZ-${order.number.slice(3)}`].toSorted(),
  );
});

test("case 82: a sale of another installation in the same accounts is ignored, and needs no review", async () => {
  const atPayPal = await other.paypal.create(inputOf("CH-7Q2MK0XD"));
  await shop.paypal.post("/approve", { orderId: atPayPal.remoteId, buyer: "funded" });
  await other.paypal.charge(chargeOf(atPayPal.remoteId, null));
  const atStripe = await other.stripe.create(inputOf("CH-7Q2MK0XD"));
  await other.stripe.charge(chargeOf(atStripe.remoteId, "pm_card_visa"));
  for (const { remoteId } of [atPayPal, atStripe])
    for (const { state } of await hintsAbout(remoteId)) expect(state).toBe("ignored");
  const mine = shop.billing.gateways;
  expect(await mine.get("paypal")?.fetchPayment(atPayPal.remoteId)).toMatchObject({
    paymentId: null,
    orderId: null,
  });
  expect(await mine.get("stripe")?.fetchPayment(atStripe.remoteId)).toMatchObject({
    paymentId: null,
    orderId: null,
  });
});

test("case 82: objects created before installations had codes stay ours", async () => {
  const before = {
    paypal: openPayPal(shop.gateways.paypal, { log: silentLog }),
    stripe: openStripe(shop.gateways.stripe, { log: silentLog }),
  };
  for (const name of ["paypal", "stripe"] as const) {
    const input = inputOf("CH-000123");
    const { remoteId } = await before[name].create(input);
    expect(await shop.billing.gateways.get(name)?.fetchPayment(remoteId)).toMatchObject({
      paymentId: input.paymentId,
      orderId: input.orderId,
    });
  }
});

test("case 82: the code of an installation is never changed", async () => {
  const { pool } = shop.database;
  await expect(pool.query("update installation set code = 'AAAAA'")).rejects.toThrow("never changed");
  await expect(pool.query("delete from installation")).rejects.toThrow("never changed");
  await expect(pool.query("insert into installation (code) values ('AAAAA')")).rejects.toThrow("duplicate");
});
