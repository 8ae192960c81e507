import type { Payments } from "@cliffhanger/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { atBank, paymentOf } from "#test/bank";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { orderChange } from "#test/plan-changes";
import { payOrder, plansFor } from "#test/purchases";
import { unaudited } from "#test/unaudited";
import { refundOrder } from "../settlement/refund.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
});
afterAll(() => shop.close());

/** Opens a change from 30 to 365 days, credited with all that 30 days cost; `between` happens before it is paid. */
async function payAfter(between: (member: Subscriber) => Promise<void>) {
  const member = await shop.subscribe(30);
  const { info } = await orderChange(member, "days-365");
  expect(info.order.total.amount).toBe(9999 - 1999);
  await between(member);
  const paid = await payOrder(member, info.order.id);
  return { member, state: paid.info.order.state };
}

test("case 112: a change whose credit was given back before it is paid is not charged; a new one counts what is left", async () => {
  const { member, state } = await payAfter(async ({ orderId }) => {
    const request = { by: "operator" as const, actor: commandActor(), reason: null };
    await refundOrder(shop.billing, orderId, 1500, request);
  });
  expect(state).toBe("cancelled");
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 0 });
  expect(await shop.seen(member)).toMatchObject({ plan: { id: "days-30" }, state: "active" });
  const { info } = await orderChange(member, "days-365");
  expect(info.order.total.amount).toBe(9999 - 499);
  expect((await payOrder(member, info.order.id)).info.order.state).toBe("paid");
});

test("case 112, case 55: a change whose credit a bank has claimed back before it is paid is not charged", async () => {
  const { member, state } = await payAfter(async ({ orderId }) => {
    const remoteId = await paymentOf(shop, orderId);
    await atBank(shop, remoteId, "charge.dispute.created", [`/charges/${remoteId}/dispute`]);
  });
  expect(state).toBe("cancelled");
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 0 });
  expect(await shop.seen(member)).toMatchObject({ cancelAtPeriodEnd: true, nextCharge: null });
});

const refund = (orderId: string, amount: number) =>
  refundOrder(shop.billing, orderId, amount, { by: "operator", actor: commandActor(), reason: null });

test("case 112, case 111: money that a change of plan credited, and that an operator gives back later, is not credited again", async () => {
  await shop.addPlan(400);
  const { pool } = shop.database;
  const { rowCount } = await unaudited(pool).query(
    "update plan_price set amount = 19999 where plan_id = 'plan-400'",
  );
  expect(rowCount).toBe(1);
  const { member, state } = await payAfter(() => Promise.resolve());
  expect(state).toBe("paid");
  const dearer = async () =>
    (await plansFor(member)).change.find(({ planId }) => planId === "plan-400")?.credit.amount;
  expect(await dearer()).toBe(9999);
  await refund(member.orderId, 1000);
  expect(await dearer()).toBe(9999 - 1000);
  const { info } = await orderChange(member, "plan-400");
  expect(info.order.total.amount).toBe(19_999 - 8999);
  await refund(member.orderId, 999);
  expect((await payOrder(member, info.order.id)).info.order.state).toBe("cancelled");
  const { info: next } = await orderChange(member, "plan-400");
  expect(next.order.total.amount).toBe(19_999 - 8000);
  expect((await payOrder(member, next.order.id)).info.order.state).toBe("paid");
  // What was given back before counts once.
  await shop.addPlan(500);
  await unaudited(pool).query("update plan_price set amount = 29999 where plan_id = 'plan-500'");
  expect((await orderChange(member, "plan-500")).info.order.total.amount).toBe(29_999 - 19_999);
});

test("case 115, case 113: a change that is undone brings back the cheaper plan and the cancellation of after its order was opened", async () => {
  const { member, state } = await payAfter(async (owner) => {
    const { consent } = await plansFor(owner);
    const agreed = { consent: { version: consent.version, accepted: true } };
    await owner.call("POST", "/api/payment/change", { planId: "days-7", ...agreed });
    await owner.call("POST", "/api/payment/cancel", {});
  });
  expect(state).toBe("paid");
  expect(await shop.seen(member)).toMatchObject({
    plan: { id: "days-365" },
    pendingPlan: null,
    cancelAtPeriodEnd: false,
  });
  const { info } = await member.call<Payments>("GET", "/api/payment");
  const orderId = info.orders.find(({ kind }) => kind === "change")?.id;
  await member.call("POST", "/api/payment/withdraw", { orderId, step: "confirm" });
  await shop.work();
  expect(await shop.seen(member)).toMatchObject({
    plan: { id: "days-30" },
    pendingPlan: { id: "days-7" },
    cancelAtPeriodEnd: true,
  });
});

test("case 115, case 113: a change that is undone brings back the cheaper plan that its owner had planned before", async () => {
  const member = await shop.subscribe(30);
  const { consent } = await plansFor(member);
  const agreed = { consent: { version: consent.version, accepted: true } };
  await member.call("POST", "/api/payment/change", { planId: "days-7", ...agreed });
  const { info } = await orderChange(member, "days-365");
  expect((await payOrder(member, info.order.id)).info.order.state).toBe("paid");
  expect(await shop.seen(member)).toMatchObject({ plan: { id: "days-365" }, pendingPlan: null });
  const { reason } = await member.call("POST", "/api/payment/withdraw", {
    orderId: info.order.id,
    step: "confirm",
  });
  expect(reason).toBeUndefined();
  await shop.work();
  expect(await shop.seen(member)).toMatchObject({ plan: { id: "days-30" }, pendingPlan: { id: "days-7" } });
  await shop.at((await shop.stored(member.subscriptionId)).period_end);
  expect(await shop.seen(member)).toMatchObject({ plan: { id: "days-7" }, nextCharge: { amount: 999 } });
});
