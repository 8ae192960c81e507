import { afterAll, beforeAll, expect, test } from "vitest";
import { openPace } from "./pace.ts";
import { closeMerchants, type Merchant, openMerchant, refusal } from "./test-merchant.ts";

let merchant: Merchant;
beforeAll(async () => {
  merchant = await openMerchant();
});
afterAll(closeMerchants);

const pay = (amount: number) =>
  merchant.stripe.paymentIntents.create({
    amount,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    capture_method: "automatic",
    payment_method: "pm_card_visa",
    confirm: true,
    return_url: "https://shop.example/back",
  });

async function advance(days: number): Promise<void> {
  const { offset } = await merchant.control<{ offset: number }>("GET /clock");
  await merchant.control("POST /clock", { offset: offset + days * 86_400 });
}

/** The available and the pending balance in USD. */
async function balance(): Promise<[available: number, pending: number]> {
  const { available, pending } = await merchant.stripe.balance.retrieve();
  return [available[0]?.amount ?? 0, pending[0]?.amount ?? 0];
}

test("money is available after two days; an automatic payout consists of what was", async () => {
  const { stripe, control } = merchant;
  await pay(2000);
  expect(await balance()).toEqual([0, 1912]);
  expect((await refusal(stripe.payouts.create({ amount: 100, currency: "usd" }))).code).toBe(
    "balance_insufficient",
  );
  await advance(3);
  await pay(1000);
  expect(await balance()).toEqual([1912, 941]);
  const { id } = await control<{ id: string }>("POST /payouts", {});
  expect(await balance()).toEqual([0, 941]);
  const rows = await stripe.balanceTransactions.list({ payout: id, expand: ["data.source"] });
  expect(rows.data.map(({ type, net }) => [type, net])).toEqual([
    ["payout", -1912],
    ["charge", 1912],
  ]);
  expect(await stripe.payouts.retrieve(id)).toMatchObject({ status: "in_transit", automatic: true });
  await advance(2);
  expect(await stripe.payouts.retrieve(id)).toMatchObject({ status: "paid" });
  // The bank may still send it back.
  await control(`POST /payouts/${id}/fail`);
  expect(await balance()).toEqual([941, 1912]);
});

test("a payout of the merchant's own has no rows, and is never more than what is available", async () => {
  const { stripe } = merchant;
  await advance(3);
  const [left] = await balance();
  const { id } = await stripe.payouts.create({ amount: 500, currency: "usd" });
  expect((await balance())[0]).toBe(left - 500);
  expect((await refusal(stripe.balanceTransactions.list({ payout: id }))).message).toContain("not manual");
  const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
  for (const type of ["payout.created", "payout.paid", "payout.failed"]) expect(types).toContain(type);
});

test("the hundred-and-first request within a second is refused, and one a second later is not", () => {
  let now = 0;
  const pace = openPace(() => now);
  const asked = Array.from({ length: 101 }, () => pace.allows());
  expect(asked.filter(Boolean)).toHaveLength(100);
  now = 1000;
  expect(pace.allows()).toBe(true);
});
