import type { Order, PlanList } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomWord } from "#platform/ids";
import { type TestMoney, testMoney } from "#test/money";
import { makeMember } from "#test/people";
import { silentLog } from "#test/silent-log";
import { openPayPal } from "../gateways/paypal/paypal.ts";
import type { Billing } from "../records/billing.ts";
import { readSale } from "./plan-list.ts";

let shop: TestMoney;
beforeAll(async () => {
  shop = await testMoney();
});
afterAll(() => shop?.close());

const ways = async (billing: Billing, currency: string) => {
  const question = { seriesId: undefined, currency, region: null, language: "pt" as const };
  return (await readSale(billing, question, null)).methods.flatMap(({ type }) =>
    type === "wallet" ? [] : [type],
  );
};

/** Returns the same shop with a PayPal account of another country. */
function inCountry(country: string): Billing {
  const paypal = { ...shop.gateways.paypal, country };
  const gateway = openPayPal(paypal, { log: silentLog, installation: "7Q2MK" });
  return { ...shop.billing, gateways: new Map(shop.billing.gateways).set("paypal", gateway) };
}

test("case 83: Brazilian reais are not offered with PayPal unless the account is Brazilian", async () => {
  expect(await ways(shop.billing, "USD")).toEqual(["card", "paypal"]);
  expect(await ways(shop.billing, "BRL")).toEqual(["card"]);
  expect(await ways(inCountry("BR"), "BRL")).toEqual(["card", "paypal"]);
  expect(await ways(inCountry("MY"), "BRL")).toEqual(["card"]);
  const member = await makeMember(shop);
  const { info } = await member.call<PlanList>("GET", "/api/plan?currency=BRL");
  const refused = await member.call<{ order: Order }>("POST", "/api/payment/order", {
    kind: "subscribe",
    planId: info.plans[0]?.id,
    currency: "BRL",
    method: "paypal",
    clientToken: randomWord(12),
    consent: { version: info.consent.version, accepted: true },
  });
  expect(refused).toMatchObject({ code: 500, reason: "method_unavailable" });
});

test("case 83: PayPal itself accepts Brazilian reais only if the account is Brazilian", async () => {
  const pay = (country: string) => {
    const id = randomWord(9);
    return inCountry(country)
      .gateways.get("paypal")
      ?.create({
        key: id,
        orderId: id,
        orderNumber: `CH-${id}`,
        paymentId: id,
        amount: 5_990,
        currency: "BRL",
        description: "30 dias",
        siteName: "Cliffhanger",
        language: "pt",
        visitorId: id,
        email: null,
        customer: null,
        saveInstrument: false,
        returnUrl: "https://example.com/return",
        cancelUrl: "https://example.com/cancel",
      });
  };
  await expect(pay("US")).rejects.toMatchObject({ code: "CURRENCY_NOT_SUPPORTED_FOR_COUNTRY" });
  await shop.paypal.put("/settings", { country: "BR" });
  expect(await pay("BR")).toMatchObject({ currency: "BRL", amount: 5_990 });
  await shop.paypal.put("/settings", { country: "US" });
});
