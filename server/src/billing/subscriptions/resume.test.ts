import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Subscriber, type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { payOrder, plansFor } from "#test/purchases";
import { day, later } from "./period.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
});
afterAll(() => shop.close());

let member: Subscriber;
let end: Date;
beforeEach(async () => {
  member = await shop.subscribe(30);
  end = (await shop.stored(member.subscriptionId)).period_end;
});

const cancel = (body: object = {}) => member.call("POST", "/api/payment/cancel", body);

/** Detaches the card at the gateway, and waits until the webhook has arrived. */
async function detach(): Promise<void> {
  await shop.stripe.post(`/payment-methods/${member.card}/detach`);
  await expect
    .poll(async () => {
      await shop.work();
      return (await shop.seen(member)).method;
    })
    .toBeNull();
}

const isManual = { cancelAtPeriodEnd: false, renewalMode: "manual", nextCharge: null };

test("case 38, case 48: a membership that is resumed after its card was removed at the gateway promises no charge, and asks for the payment", async () => {
  await cancel();
  await detach();
  await cancel({ undo: true });
  expect(await shop.seen(member)).toMatchObject(isManual);
  await shop.at(later(end, -5 * day));
  await shop.at(end);
  expect(await shop.mails(member.subscriptionId)).toEqual(["membership-cancelled", "renewal-due"]);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
});

test("case 38, case 113: so does one that goes on with a cheaper plan", async () => {
  await cancel();
  await detach();
  const { consent } = await plansFor(member);
  const agreed = { consent: { version: consent.version, accepted: true } };
  await member.call("POST", "/api/payment/change", { planId: "days-7", ...agreed });
  expect(await shop.seen(member)).toMatchObject({ ...isManual, pendingPlan: { id: "days-7" } });
});

test("case 151, case 135: who took back a renewal that they had paid ahead is offered their plan first, once the membership has ended", async () => {
  await shop.at(later(end, -5 * day));
  await detach();
  const { payOrderId } = await shop.seen(member);
  await payOrder(member, payOrderId ?? "", "pm_card_mastercard");
  await member.call("POST", "/api/payment/withdraw", { orderId: payOrderId, step: "confirm" });
  await shop.at(later(end, day));
  expect((await shop.seen(member)).state).toBe("cancelled");
  expect((await plansFor(member)).resume).toBe("days-30");
});
