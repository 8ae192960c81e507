import type { Withdrawal } from "@cliffhanger/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { faultsOfBooks } from "#test/money-rules";
import { orderChange } from "#test/plan-changes";
import { booksOf, orderOf, payOrder, plansFor } from "#test/purchases";
import { actingOn, unaudited } from "#test/unaudited";
import { inspectPayment } from "../charging/inspect.ts";
import { closeReview } from "../review/review.ts";
import { refundOrder } from "../settlement/refund.ts";
import { day, later } from "../subscriptions/period.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
});
afterAll(() => shop.close());

/** Detaches the card at the gateway, and returns the order of the coming renewal, to be paid by a link. */
async function renewalByLink(member: Subscriber): Promise<string> {
  await shop.stripe.post(`/payment-methods/${member.card}/detach`);
  const orderId = async () => {
    await shop.work();
    return (await shop.seen(member)).payOrderId;
  };
  await expect.poll(orderId).not.toBeNull();
  return (await orderId()) ?? "";
}

test("case 114, case 14: money that comes late for a renewal which a change of plan replaced goes back, and the changed membership goes on", async () => {
  const { db } = shop.database;
  const member = await shop.subscribe(30);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(later(end, -5 * day));
  const orderId = await renewalByLink(member);
  // The bank lets the renewal pass, but its answer is lost, and an operator closes the doubt.
  const asked = await payOrder(member, orderId, "pm_card_threeDSecure2Required");
  const [payment] = (await booksOf(shop, orderId)).payments;
  const paymentId = payment?.id ?? "";
  expect(asked.info.next).toMatchObject({ type: "action" });
  await shop.stripe.post(`/intents/${payment?.remote_id}/authenticate`, { outcome: "pass" });
  await sql`update payment set state = 'in_doubt', next_inspect_at = null where id = ${paymentId}`.execute(
    db,
  );
  await closeReview(actingOn(shop), paymentId, "the gateway is silent", "doubt");
  const { info } = await orderChange(member, "days-365");
  expect((await payOrder(member, info.order.id)).info.order.state).toBe("paid");
  await inspectPayment(shop.billing, paymentId, "webhook");
  await shop.work();
  expect(await booksOf(shop, orderId)).toMatchObject({ state: "refunded", payments: [{ unwanted: true }] });
  expect(await shop.seen(member)).toMatchObject({
    state: "active",
    plan: { id: "days-365" },
    cancelAtPeriodEnd: false,
    nextCharge: { amount: 9999 },
  });
  expect(await faultsOfBooks(shop)).toEqual([]);
});

test("case 135: who takes back the running period first, and then the one that they paid ahead, has no membership any more", async () => {
  const member = await shop.subscribe(7);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(later(end, -3 * day));
  const ahead = await renewalByLink(member);
  await payOrder(member, ahead, "pm_card_mastercard");
  const withdraw = (orderId: string) =>
    member.call<{ withdrawal: Withdrawal }>("POST", "/api/payment/withdraw", { orderId, step: "confirm" });
  await withdraw(member.orderId);
  await shop.advance(1);
  const { info } = await withdraw(ahead);
  expect(info.withdrawal).toMatchObject({ outcome: "whole", staysUntil: null });
  expect([(await shop.seen(member)).state, await shop.watches(member)]).toEqual(["cancelled", false]);
  expect((await orderOf(member)).reason).toBeUndefined();
});

test("case 113, case 111: who took back the renewal that they had paid ahead may change the plan, with credit for the running period", async () => {
  const member = await shop.subscribe(7);
  const { period_start: start, period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(later(end, -3 * day));
  const ahead = await renewalByLink(member);
  await payOrder(member, ahead, "pm_card_amex");
  const paidAhead = await orderChange(member, "days-30");
  await member.call("POST", "/api/payment/withdraw", { orderId: ahead, step: "confirm" });
  const credit = Math.floor((999 * (end.getTime() - shop.clock.now().getTime())) / (7 * day));
  const { change } = await plansFor(member);
  expect(change).toMatchObject([{ planId: "days-30", kind: "now", credit: { amount: credit } }, {}]);
  const { info } = await orderChange(member, "days-30");
  expect(info.order.total.amount).toBe(1999 - credit);
  expect((await payOrder(member, info.order.id, "pm_card_discover")).info.order.state).toBe("paid");
  const now = shop.clock.now();
  expect(await shop.periods(member.subscriptionId)).toEqual([
    { no: 1, starts_at: start, ends_at: now },
    { no: 2, starts_at: end, ends_at: end },
    { no: 3, starts_at: now, ends_at: later(now, 30 * day) },
  ]);
  expect(await shop.seen(member)).toMatchObject({ plan: { id: "days-30" }, cancelAtPeriodEnd: false });
  await member.call("POST", "/api/payment/withdraw", { orderId: info.order.id, step: "confirm" });
  await shop.work();
  expect(await shop.seen(member)).toMatchObject({ plan: { id: "days-7" }, accessUntil: end.toISOString() });
  expect(await shop.watches(member)).toBe(true);
  expect(await faultsOfBooks(shop)).toEqual([]);
  await shop.at(later(end, 60_000));
  expect(await shop.watches(member)).toBe(false);
  expect(paidAhead.reason).toBe("renewal_in_progress");
});

test("case 113, case 135: who takes back a renewal that began a cheaper plan has the plan of the running period again, and what they had planned", async () => {
  const member = await shop.subscribe(365);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  const { consent } = await plansFor(member);
  const agreed = { consent: { version: consent.version, accepted: true } };
  await member.call("POST", "/api/payment/change", { planId: "days-7", ...agreed });
  await shop.at(later(end, -5 * day));
  await shop.seen(member);
  const ahead = await renewalByLink(member);
  expect((await payOrder(member, ahead, "pm_card_mastercard")).info.order.total.amount).toBe(999);
  const { info } = await member.call<{ withdrawal: Withdrawal }>("POST", "/api/payment/withdraw", {
    orderId: ahead,
    step: "confirm",
  });
  expect(info.withdrawal).toMatchObject({ outcome: "whole", staysUntil: end.toISOString() });
  expect(await shop.seen(member)).toMatchObject({
    plan: { id: "days-365", price: { amount: 9999 } },
    periodDays: 365,
    renewsAt: end.toISOString(),
    cancelAtPeriodEnd: true,
    pendingPlan: { id: "days-7", at: end.toISOString(), price: { amount: 999 } },
  });
  const offers = Object.fromEntries((await plansFor(member)).change.map((offer) => [offer.planId, offer]));
  expect(offers["days-30"], "it costs less than the running plan").toMatchObject({ kind: "atEnd" });
  await member.call("POST", "/api/payment/cancel", { undo: true });
  await shop.at(later(end, 60_000));
  expect(await shop.seen(member)).toMatchObject({ plan: { id: "days-7" }, pendingPlan: null });
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1 });
  expect(await faultsOfBooks(shop)).toEqual([]);
});

test("case 135: the days ahead of a watched new membership go back also where the next period is paid, which then begins", async () => {
  const member = await shop.subscribe(7, "pm_card_jcb");
  const { period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(later(end, -3 * day));
  const ahead = await renewalByLink(member);
  await payOrder(member, ahead, "pm_card_diners");
  await unaudited(shop.database.pool).query(
    "update entitlement set first_used_at = valid_from where source_id = $1",
    [member.orderId],
  );
  const left = end.getTime() - shop.clock.now().getTime();
  const { info } = await member.call<{ withdrawal: Withdrawal }>("POST", "/api/payment/withdraw", {
    orderId: member.orderId,
    step: "confirm",
  });
  const amount = Math.floor((999 * left) / (7 * day));
  expect(info.withdrawal).toMatchObject({ outcome: "part", amount: { amount } });
  expect(await shop.watches(member)).toBe(false);
  await shop.at(later(end, 60_000));
  expect(await shop.watches(member)).toBe(true);
});

test("case 53, C35: a membership that an operator ends at once opens nothing any more, also where what goes back was paid ahead", async () => {
  const member = await shop.subscribe(7);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(later(end, -3 * day));
  const ahead = await renewalByLink(member);
  await payOrder(member, ahead, "pm_card_mastercard");
  const nothing = () => Promise.resolve();
  const asked = { operatorId: "01OPERATOR", requestKey: "01KEY", endsMembership: true };
  await refundOrder(shop.billing, ahead, null, {
    by: "operator",
    actor: commandActor(),
    reason: "asked for it",
    asked: { ...asked, check: nothing, begun: nothing },
  });
  expect([(await shop.seen(member)).state, await shop.watches(member)]).toEqual(["cancelled", false]);
});
