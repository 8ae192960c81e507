import type { MethodChange } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Subscriber, type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { later } from "../subscriptions/period.ts";

const day = 86_400_000;

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
});
afterAll(() => shop.close());

/** The month before the one in which the next charge lies. */
async function monthBefore({ subscriptionId }: Subscriber) {
  const end = (await shop.stored(subscriptionId)).period_end;
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - 1, 1));
  return { exp_month: last.getUTCMonth() + 1, exp_year: last.getUTCFullYear() };
}

const textOf = ({ exp_month: month, exp_year: year }: { exp_month: number; exp_year: number }) =>
  `${year}-${String(month).padStart(2, "0")}`;

async function expireHere(member: Subscriber): Promise<void> {
  const { exp_month: month, exp_year: year } = await monthBefore(member);
  await shop.database.pool.query("update instrument set exp_month = $1, exp_year = $2 where token = $3", [
    month,
    year,
    member.card,
  ]);
}

/** Lets the card expire before the next charge, at its gateway and, before the webhook arrives, here. */
async function expireAtGateway(member: Subscriber): Promise<void> {
  await shop.stripe.post(`/payment-methods/${member.card}/update`, await monthBefore(member));
  await expireHere(member);
}

/** Moves to a number of days before the next charge. */
async function daysBefore({ subscriptionId }: Subscriber, days: number): Promise<void> {
  await shop.at(later((await shop.stored(subscriptionId)).period_end, -days * day + 60_000));
}

const written = async ({ subscriptionId }: Subscriber) =>
  (await shop.mails(subscriptionId)).filter((kind) => kind === "method-expires").length;

test("case 109: an owner is written to 30 and 7 days before the charge that the card does not live to see, once each", async () => {
  const member = await shop.subscribe(30);
  expect((await shop.seen(member)).methodExpires).toBe(null);
  await expireAtGateway(member);
  await daysBefore(member, 29);
  expect(await written(member)).toBe(1);
  await daysBefore(member, 10);
  expect(await written(member)).toBe(1);
  expect((await shop.seen(member)).methodExpires).toBe(textOf(await monthBefore(member)));
  await daysBefore(member, 7);
  expect(await written(member)).toBe(2);
  await daysBefore(member, 2);
  expect(await written(member)).toBe(2);
});

test("case 109: a card that the network has updated at its gateway is fetched first, and nobody is written to", async () => {
  const member = await shop.subscribe(30);
  await expireHere(member);
  expect((await shop.seen(member)).methodExpires).toBe(textOf(await monthBefore(member)));
  await daysBefore(member, 29);
  await daysBefore(member, 7);
  expect(await written(member)).toBe(0);
  expect((await shop.seen(member)).methodExpires).toBe(null);
});

test("case 109: a gateway that does not answer delays the mail and does not lose it", async () => {
  const member = await shop.subscribe(30);
  await expireAtGateway(member);
  await daysBefore(member, 8);
  const before = await written(member);
  await shop.advance(2 * 86_400);
  await shop.stripe.post("/faults", { kind: "500", path: "/v1/payment_methods/*", n: 1 });
  await shop.work().catch(() => undefined);
  await shop.work();
  expect(await written(member)).toBe(before + 1);
});

test("case 109: who changed the method or cancelled is not written to, nor who pays with PayPal", async () => {
  const [changed, cancelled] = [await shop.subscribe(30), await shop.subscribe(30)];
  const paypal = await shop.subscribeByPayPal(30, "funded:card");
  await expireAtGateway(changed);
  await expireAtGateway(cancelled);
  const { info } = await changed.call<MethodChange>("POST", "/api/payment/method", { method: "card" });
  const given = { setupId: info.setupId, paymentMethod: "pm_card_mastercard" };
  await changed.call("POST", "/api/payment/method", given);
  await cancelled.call("POST", "/api/payment/cancel", {});
  await daysBefore(changed, 7);
  for (const member of [changed, cancelled, paypal]) expect(await written(member)).toBe(0);
  expect((await shop.seen(changed)).methodExpires).toBe(null);
});
