import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Subscriber, type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { payOrder, plansFor } from "#test/purchases";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { day, later } from "../subscriptions/period.ts";

vi.setConfig({ testTimeout: timeLimit(60) });

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
  await shop.addPlan(1);
});
afterAll(() => shop?.close());
afterEach(() => shop.rest());

/** Sets the bank's next answers to a member's renewals. */
const decline = (member: Subscriber, outcome: string, n = 1) =>
  shop.stripe.post("/declines", { outcome, of: member.card, offSession: true, n });

let member: Subscriber;
let end: Date;
beforeEach(async () => {
  member = await shop.subscribe(30);
  end = (await shop.stored(member.subscriptionId)).period_end;
});

const minute = 60_000;

/**
 * Lets time pass to a moment, and does what is due a minute before each day after the end of the period on which a charge is due
 * or could be, and on it: one at another time would show as a refusal at neither.
 */
async function liveUntil(moment: Date, dueDays: readonly number[]) {
  for (const days of dueDays) {
    await shop.at(later(end, days * day - minute));
    await shop.at(later(end, days * day));
  }
  await shop.at(moment);
}

test("case 41: after two declines the third attempt pays, on the promised days, and the period starts at the boundary", async () => {
  await decline(member, "insufficient_funds", 2);
  await shop.at(end);
  expect(await shop.seen(member)).toMatchObject({
    state: "past_due",
    renewsAt: end.toISOString(),
    accessUntil: later(end, 7 * day).toISOString(),
    payOrderId: expect.any(String),
    willRetry: true,
  });
  expect(await shop.watches(member)).toBe(true);
  await liveUntil(later(end, 4 * day), [1, 3]);
  expect(await shop.refusals(member.subscriptionId)).toEqual([end, later(end, day)]);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect(await shop.stored(member.subscriptionId)).toMatchObject({
    state: "active",
    period_no: 2,
    period_start: end,
    period_end: later(end, 30 * day),
    dunning_step: 0,
  });
  expect(await shop.mails(member.subscriptionId)).toEqual(["renewal-failed", "receipt"]);
});

test("case 41: if the last attempt is declined too, the membership expires with its grace period, and so does access", async () => {
  await decline(member, "insufficient_funds", 9);
  await shop.at(end);
  const graceEnd = later(end, 7 * day);
  await liveUntil(later(graceEnd, -6 * minute), [1, 3, 5]);
  expect(await shop.watches(member)).toBe(true);
  const { id: orderId } = (await shop.renewalOrder(member.subscriptionId)) ?? { id: "" };
  await shop.at(later(graceEnd, -5 * minute));
  await shop.at(graceEnd);
  expect(await shop.refusals(member.subscriptionId)).toEqual([
    end,
    later(end, day),
    later(end, 3 * day),
    later(end, 5 * day),
    later(graceEnd, -5 * minute),
  ]);
  expect(await shop.watches(member)).toBe(false);
  expect(await shop.seen(member)).toMatchObject({ state: "expired", payOrderId: null, nextCharge: null });
  await liveUntil(later(graceEnd, 20 * day), [9]);
  expect(await shop.refusals(member.subscriptionId)).toHaveLength(5);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 0 });
  expect((await payOrder(member, orderId)).code).not.toBe(200);
  expect(await shop.mails(member.subscriptionId)).toEqual(["renewal-failed", "membership-expired"]);
});

test("case 42: a stolen card is not tried again; its owner is notified at once and pays with another one", async () => {
  await decline(member, "stolen_card", 9);
  await shop.at(end);
  expect(await shop.mails(member.subscriptionId)).toEqual(["renewal-refused"]);
  await liveUntil(later(end, 6 * day), [1, 3, 5]);
  expect(await shop.refusals(member.subscriptionId)).toEqual([end]);
  expect(await shop.watches(member)).toBe(true);
  const { payOrderId, method, willRetry } = await shop.seen(member);
  expect(method).toBeNull();
  expect(willRetry).toBe(false);
  const paid = await payOrder(member, payOrderId ?? "", "pm_card_mastercard");
  expect(paid.info.order).toMatchObject({ state: "paid", kind: "renewal" });
  expect(await shop.seen(member)).toMatchObject({
    state: "active",
    renewsAt: later(end, 30 * day).toISOString(),
    renewalMode: "auto",
    method: { type: "card", brand: "mastercard", last4: "4444" },
    willRetry: false,
  });
  await shop.at(later(end, 30 * day));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1 });
});

test("case 40: if the bank requires authentication, a link leads to the payment, and later renewals are automatic", async () => {
  await decline(member, "authentication_required", 1);
  await shop.at(end);
  expect(await shop.mails(member.subscriptionId)).toEqual(["renewal-confirm"]);
  await liveUntil(later(end, 4 * day), [1, 3]);
  expect(await shop.refusals(member.subscriptionId)).toEqual([end]);
  const { payOrderId, willRetry } = await shop.seen(member);
  expect(willRetry).toBe(false);
  const asked = await payOrder(member, payOrderId ?? "", "pm_card_authenticationRequiredOnSetup");
  expect(asked.info.next).toMatchObject({ type: "action" });
  // While the owner authenticates, nothing else happens to the membership.
  await shop.work();
  expect((await shop.seen(member)).state).toBe("past_due");
  const intent = asked.info.next?.clientSecret?.split("_secret_")[0];
  await shop.stripe.post(`/intents/${intent}/authenticate`, { outcome: "pass" });
  const paid = await payOrder(member, payOrderId ?? "", "pm_card_authenticationRequiredOnSetup");
  expect(paid.info.order.state).toBe("paid");
  await shop.at(later(end, 30 * day));
  await shop.at(later(end, 60 * day));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1 });
  expect((await shop.stored(member.subscriptionId)).period_start).toEqual(later(end, 60 * day));
});

test("case 43: a card that its bank replaced in the meantime is charged", async () => {
  await decline(member, "expired_card", 1);
  await shop.at(end);
  expect(await shop.mails(member.subscriptionId)).toEqual(["renewal-refused"]);
  await shop.at(later(end, day / 2));
  await shop.stripe.post(`/payment-methods/${member.card}/update`, {
    exp_month: 4,
    exp_year: 2034,
    last4: "4242",
  });
  await expect
    .poll(async () => {
      await shop.work();
      return (await shop.stored(member.subscriptionId)).dunning_step;
    })
    .toBe(1);
  await shop.at(later(end, day));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect((await shop.stored(member.subscriptionId)).period_start).toEqual(end);
});

test("R46: a daily membership has a few hours of grace, and one attempt", async () => {
  const daily = await shop.subscribe(1);
  const over = (await shop.stored(daily.subscriptionId)).period_end;
  await decline(daily, "insufficient_funds", 9);
  await shop.at(over);
  expect(await shop.watches(daily)).toBe(true);
  expect(await shop.seen(daily)).toMatchObject({ payOrderId: expect.any(String), willRetry: false });
  await shop.at(later(over, 6 * 60 * 60_000 - 1));
  expect(await shop.watches(daily)).toBe(true);
  await shop.at(later(over, 6 * 60 * 60_000));
  expect(await shop.watches(daily)).toBe(false);
  expect((await shop.seen(daily)).state).toBe("expired");
  expect(await shop.refusals(daily.subscriptionId)).toEqual([over]);
});

test("case 17: while the gateway is down access continues, and the charge follows once it is back", async () => {
  await shop.at(later(end, -60_000));
  await shop.stripe.post("/faults", { kind: "500", method: "POST", path: "/v1/payment_intents/**", n: 3 });
  await shop.stripe.post("/faults", { kind: "500", method: "GET", path: "/v1/payment_intents/**", n: 6 });
  await shop.at(end);
  expect(await shop.watches(member)).toBe(true);
  for (let minutes = 10; minutes <= 120; minutes += 10) await shop.at(later(end, minutes * minute));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect((await shop.stored(member.subscriptionId)).period_start).toEqual(end);
  expect(await shop.mails(member.subscriptionId)).toEqual(["receipt"]);
});

test("case 41, case 113: while the first payment for a shorter plan is declined, access continues for half of that plan's days, of which some are left to whoever pays", async () => {
  const shorter = await shop.subscribe(30);
  const { consent } = await plansFor(shorter);
  const agreed = { consent: { version: consent.version, accepted: true } };
  await shorter.call("POST", "/api/payment/change", { planId: "days-7", ...agreed });
  await decline(shorter, "insufficient_funds", 9);
  const { period_end: start } = await shop.stored(shorter.subscriptionId);
  await shop.at(start);
  expect(await shop.seen(shorter)).toMatchObject({
    state: "past_due",
    accessUntil: later(start, 3 * day).toISOString(),
  });
  const { payOrderId } = await shop.seen(shorter);
  await shop.at(later(start, 3 * day - 60_000));
  await payOrder(shorter, payOrderId ?? "", "pm_card_mastercard");
  expect((await shop.seen(shorter)).renewsAt).toBe(later(start, 7 * day).toISOString());
});
