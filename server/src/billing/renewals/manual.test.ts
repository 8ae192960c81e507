import type { MethodChange, Order, Withdrawal } from "@cliffhanger/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#platform/db/database";
import { type Subscriber, type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { orderChange } from "#test/plan-changes";
import { orderOf, payOrder, seeOrder } from "#test/purchases";
import { newOrderKey } from "../records/order-key.ts";
import { setRenewalInstrument } from "../subscriptions/fulfil.ts";
import { day, later } from "../subscriptions/period.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
});
afterAll(() => shop?.close());
afterEach(() => shop.rest());

let member: Subscriber;
let end: Date;
beforeEach(async () => {
  member = await shop.subscribe(30);
  end = (await shop.stored(member.subscriptionId)).period_end;
});

test("case 38: the removal of a card is reported at once, and the card is never charged", async () => {
  await shop.at(later(end, -20 * day));
  await shop.detachCard(member);
  expect(await shop.mails(member.subscriptionId)).toEqual(["method-died"]);
  expect(await shop.seen(member)).toMatchObject({
    state: "active",
    renewalMode: "manual",
    nextCharge: null,
    payOrderId: null,
    accessUntil: end.toISOString(),
  });
  await shop.at(later(end, -7 * day));
  expect(await shop.mails(member.subscriptionId)).toEqual(["method-died", "renewal-due"]);
  await shop.at(later(end, -1));
  expect(await shop.watches(member)).toBe(true);
  await shop.at(end);
  expect(await shop.watches(member)).toBe(false);
  expect((await shop.seen(member)).state).toBe("cancelled");
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
  expect(await shop.renewalOrder(member.subscriptionId)).toMatchObject({ state: "cancelled" });
});

test("a member who pays by the link continues at the boundary, without a gap, and automatically from then on", async () => {
  await shop.at(later(end, -5 * day));
  await shop.detachCard(member);
  expect(await shop.mails(member.subscriptionId)).toEqual(["method-died", "renewal-due"]);
  const { payOrderId } = await shop.seen(member);
  expect((await payOrder(member, payOrderId ?? "", "pm_card_mastercard")).info.order.state).toBe("paid");
  expect(await shop.seen(member)).toMatchObject({
    renewsAt: later(end, 30 * day).toISOString(),
    renewalMode: "auto",
    nextCharge: { amount: 1999 },
    method: { brand: "mastercard" },
    payOrderId: null,
  });
  for (const moment of [later(end, -1), end, later(end, 1)]) {
    await shop.at(moment);
    expect(await shop.watches(member)).toBe(true);
  }
  expect(await shop.periods(member.subscriptionId)).toMatchObject([
    { ends_at: end },
    { starts_at: end, ends_at: later(end, 30 * day) },
  ]);
  await shop.at(later(end, 30 * day));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1 });
});

test("R7, case 38: a renewal by link says when its period begins, also to who has only the link: the next charge is counted from there", async () => {
  await shop.at(later(end, -5 * day));
  await shop.detachCard(member);
  const { payOrderId } = await shop.seen(member);
  const key = await newOrderKey(shop.database.db, payOrderId ?? "");
  const url = `/api/payment?orderId=${payOrderId}&orderKey=${key}`;
  const { info } = (await shop.http.inject(url)).json<{ info: Order }>();
  expect(info).toMatchObject({ kind: "renewal", startsAt: end.toISOString() });
  expect((await payOrder(member, payOrderId ?? "")).info.order).toMatchObject({
    state: "paid",
    startsAt: null,
  });
  expect((await shop.seen(member)).renewsAt).toBe(later(end, 30 * day).toISOString());
});

test("a card that is removed while its renewal is declined is not tried again", async () => {
  await shop.stripe.post("/declines", { outcome: "insufficient_funds", of: member.card, offSession: true });
  await shop.at(end);
  await shop.detachCard(member);
  expect(await shop.mails(member.subscriptionId)).toEqual(["renewal-failed", "renewal-refused"]);
  await shop.at(later(end, day));
  await shop.at(later(end, 3 * day));
  expect(await shop.refusals(member.subscriptionId)).toHaveLength(1);
  expect(await shop.watches(member)).toBe(true);
});

test("case 38: if the webhook of a removed card is lost, the renewal notices, and its owner pays another way", async () => {
  await shop.stripe.post("/deliveries/plan", { action: "drop" });
  await shop.stripe.post(`/payment-methods/${member.card}/detach`);
  await shop.stripe.post("/deliveries/plan", {});
  // The hourly event list must not report it either.
  await shop.database.pool.query("update gateway_watermark set sweep_at = sweep_at + interval '90 days'");
  await shop.at(end);
  expect(await shop.mails(member.subscriptionId)).toEqual(["renewal-refused"]);
  expect(await shop.watches(member)).toBe(true);
  const { payOrderId } = await shop.seen(member);
  expect((await payOrder(member, payOrderId ?? "", "pm_card_mastercard")).info.order.state).toBe("paid");
  expect((await shop.stored(member.subscriptionId)).period_start).toEqual(end);
});

test("a membership that ends during the bank's authentication waits for it, and is paid once", async () => {
  await shop.at(later(end, -day));
  await shop.detachCard(member);
  const { payOrderId } = await shop.seen(member);
  await shop.at(later(end, -60_000));
  const asked = await payOrder(member, payOrderId ?? "", "pm_card_authenticationRequired");
  expect(asked.info.next).toMatchObject({ type: "action" });
  await shop.at(end);
  expect((await shop.stored(member.subscriptionId)).state).toBe("active");
  expect(await orderOf(member)).toMatchObject({ reason: "subscribed_already" });
  await shop.at(later(end, 60_000));
  const intent = asked.info.next?.clientSecret?.split("_secret_")[0];
  await shop.stripe.post(`/intents/${intent}/authenticate`, { outcome: "pass" });
  await payOrder(member, payOrderId ?? "", "pm_card_authenticationRequired");
  // Access had ended for that minute, so the new period starts with the payment.
  expect(await shop.stored(member.subscriptionId)).toMatchObject({
    state: "active",
    period_no: 2,
    period_start: later(end, 60_000),
  });
  expect(await shop.watches(member)).toBe(true);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});

test("a member who cancelled may still pay by the link, and the cancellation applies to later periods", async () => {
  await shop.at(later(end, -5 * day));
  await shop.detachCard(member);
  const { payOrderId } = await shop.seen(member);
  await member.call("POST", "/api/payment/cancel", {});
  expect((await payOrder(member, payOrderId ?? "", "pm_card_mastercard")).info.order.state).toBe("paid");
  expect(await shop.seen(member)).toMatchObject({ cancelAtPeriodEnd: true, nextCharge: null });
  await shop.at(end);
  expect(await shop.watches(member)).toBe(true);
  await shop.at(later(end, 30 * day));
  expect(await shop.watches(member)).toBe(false);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});

test("case 47: a member who cancelled, and gave another card since, may still pay what is due, and the membership goes on if they resume it", async () => {
  await shop.at(later(end, -5 * day));
  await shop.detachCard(member);
  const { payOrderId } = await shop.seen(member);
  await member.call("POST", "/api/payment/cancel", {});
  const { info: setup } = await member.call<MethodChange>("POST", "/api/payment/method", { method: "card" });
  const card = { setupId: setup.setupId, paymentMethod: "pm_card_mastercard" };
  expect((await member.call("POST", "/api/payment/method", card)).code).toBe(200);
  expect(await shop.seen(member)).toMatchObject({ renewalMode: "auto", cancelAtPeriodEnd: true, payOrderId });
  expect((await payOrder(member, payOrderId ?? "")).info?.order.state).toBe("paid");
  await member.call("POST", "/api/payment/cancel", { undo: true });
  for (const no of [1, 2]) {
    await shop.at(later(end, (no - 1) * 30 * day));
    expect(await shop.seen(member)).toMatchObject({ state: "active", cancelAtPeriodEnd: false });
  }
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1 });
});

test("case 135: who takes back a renewal that they paid ahead keeps the running period to its end, and may resume", async () => {
  await shop.at(later(end, -5 * day));
  await shop.detachCard(member);
  const { payOrderId } = await shop.seen(member);
  await payOrder(member, payOrderId ?? "", "pm_card_mastercard");
  const back = { orderId: payOrderId, step: "confirm" };
  const { info } = await member.call<{ order: Order; withdrawal: Withdrawal }>(
    "POST",
    "/api/payment/withdraw",
    back,
  );
  expect(info.withdrawal.staysUntil).toBe(end.toISOString());
  expect(info.order).toMatchObject({ state: "refunded", withdrawal: { outcome: "whole" } });
  const running = { state: "active", renewsAt: end.toISOString(), accessUntil: end.toISOString() };
  expect(await shop.seen(member)).toMatchObject({ ...running, cancelAtPeriodEnd: true, nextCharge: null });
  expect(await shop.watches(member)).toBe(true);
  await member.call("POST", "/api/payment/cancel", { undo: true });
  expect(await shop.seen(member)).toMatchObject({ ...running, cancelAtPeriodEnd: false });
  await shop.at(end);
  expect(await shop.seen(member)).toMatchObject({
    state: "active",
    renewsAt: later(end, 30 * day).toISOString(),
  });
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1 });
  await member.call("POST", "/api/payment/cancel", {});
  await shop.at(later(end, 30 * day));
  expect(await shop.watches(member)).toBe(false);
});

test("case 135: who takes back the running period too has no membership any more", async () => {
  const weekly = await shop.subscribe(7);
  const { period_end: weekEnd } = await shop.stored(weekly.subscriptionId);
  member = weekly;
  await shop.at(later(weekEnd, -3 * day));
  await shop.detachCard(member);
  const { payOrderId } = await shop.seen(weekly);
  await payOrder(weekly, payOrderId ?? "", "pm_card_mastercard");
  for (const orderId of [payOrderId, weekly.orderId]) {
    const back = { orderId, step: "confirm" };
    const { code, info } = await weekly.call<{ withdrawal: Withdrawal }>(
      "POST",
      "/api/payment/withdraw",
      back,
    );
    expect(code).toBe(200);
    expect(info.withdrawal.staysUntil === null).toBe(orderId === weekly.orderId);
  }
  expect((await shop.seen(weekly)).state).toBe("cancelled");
  expect(await shop.watches(weekly)).toBe(false);
});

test("case 114: a change of plan closes the order of a renewal by link, whose link then charges nothing", async () => {
  await shop.at(later(end, -5 * day));
  await shop.detachCard(member);
  const { payOrderId } = await shop.seen(member);
  const { info } = await orderChange(member, "days-365");
  expect((await payOrder(member, info.order.id, "pm_card_mastercard")).info.order.state).toBe("paid");
  expect(await shop.seen(member)).toMatchObject({ plan: { id: "days-365" }, payOrderId: null });
  expect((await seeOrder(member, payOrderId ?? "")).state).toBe("cancelled");
  expect((await payOrder(member, payOrderId ?? "", "pm_card_mastercard")).info.order.state).toBe("cancelled");
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});

test("a yearly charge is announced 20 days before, once, and not to a member who cancelled", async () => {
  const yearly = await shop.subscribe(365);
  const quitter = await shop.subscribe(365);
  const last = (await shop.stored(yearly.subscriptionId)).period_end;
  await quitter.call("POST", "/api/payment/cancel", {});
  await shop.at(later(last, -20 * day - 1));
  expect(await shop.mails(yearly.subscriptionId)).toEqual([]);
  await shop.at(later(last, -20 * day));
  await shop.at(later(last, -19 * day));
  expect(await shop.mails(yearly.subscriptionId)).toEqual(["renewal-reminder"]);
  expect(await shop.mails(quitter.subscriptionId)).toEqual(["membership-cancelled"]);
});

test("case 37: an instrument that is not saved shows as manual, and once the gateway saves it, renewal is automatic again", async () => {
  const { instrument_id } = await shop.stored(member.subscriptionId);
  // The state after a gateway captured a payment without deciding yet whether to save the instrument.
  await shop.database.pool.query(
    "update subscription set renewal_mode = 'manual', instrument_id = null, next_action_at = period_end where id = $1",
    [member.subscriptionId],
  );
  expect(await shop.seen(member)).toMatchObject({ renewalMode: "manual", nextCharge: null, method: null });
  await inTransaction(shop.database.db, (trx) =>
    setRenewalInstrument(trx, shop.billing, member.subscriptionId, {
      instrumentId: instrument_id ?? "",
      periodNo: 1,
      paidAt: shop.clock.now(),
    }),
  );
  expect(await shop.seen(member)).toMatchObject({ renewalMode: "auto", nextCharge: { amount: 1999 } });
  await shop.at(end);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});
