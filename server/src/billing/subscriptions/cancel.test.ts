import type { User } from "@cliffhanger/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { commandActor } from "#platform/actor";
import { inTransaction } from "#platform/db/database";
import { injectFaults } from "#test/faults";
import { type Subscriber, type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { headersOf, makeMember } from "#test/people";
import { orderOf, payOrder, plansFor } from "#test/purchases";
import { refundOrder } from "../settlement/refund.ts";
import { endAtOnce } from "./end.ts";
import { day, later } from "./period.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
});
afterAll(() => shop?.close());

let member: Subscriber;
let end: Date;
let restore: (() => void) | undefined;
beforeEach(async () => {
  restore?.();
  member = await shop.subscribe(30);
  end = (await shop.stored(member.subscriptionId)).period_end;
});

// A member of an earlier test must not be charged within a later one.
afterEach(() => inTransaction(shop.database.db, (trx) => endAtOnce(trx, shop.billing, [member.id])));

const cancel = (body: object = {}) => member.call("POST", "/api/payment/cancel", body);

/** Moves the clock to a minute before the end, with a request of the owner. */
async function justBefore() {
  await shop.at(later(end, -60_000));
  await shop.seen(member);
}

/** Runs an action once, before or after a call that the renewal makes to Stripe. */
function around(when: "before" | "after", call: "fetchPayment" | "charge", act: () => Promise<unknown>) {
  restore = injectFaults(shop.billing, "stripe", [{ call, n: 1, when, act }]);
}

test("case 48, R75: cancelling keeps the paid period, twice is like once, and it can be undone until the end", async () => {
  for (const _ of [1, 2]) {
    const { info } = await cancel();
    expect(info.subscription).toMatchObject({
      state: "active",
      cancelAtPeriodEnd: true,
      nextCharge: null,
      renewsAt: end.toISOString(),
      accessUntil: end.toISOString(),
    });
  }
  expect(await shop.mails(member.subscriptionId)).toEqual(["membership-cancelled"]);
  await shop.at(later(end, -60_000));
  expect(await shop.watches(member)).toBe(true);
  for (const _ of [1, 2]) {
    const { info } = await cancel({ undo: true });
    expect(info.subscription).toMatchObject({ cancelAtPeriodEnd: false, nextCharge: { amount: 1999 } });
  }
  await shop.at(end);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  await cancel();
  const last = later(end, 30 * day);
  await shop.at(later(last, -1));
  expect(await shop.watches(member)).toBe(true);
  await shop.at(last);
  expect(await shop.watches(member)).toBe(false);
  expect((await shop.seen(member)).state).toBe("cancelled");
  expect(await cancel({ undo: true })).toMatchObject({ code: 500, reason: "subscription_ended" });
  expect(await cancel()).toMatchObject({ code: 200, info: { subscription: { state: "cancelled" } } });
  await shop.at(later(last, 40 * day));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});

test("case 48: in the seconds before the end is handled, undoing is refused all the same", async () => {
  await cancel();
  await justBefore();
  await shop.advance(60);
  expect(await cancel({ undo: true })).toMatchObject({ reason: "subscription_ended" });
  expect((await shop.seen(member)).state).toBe("cancelled");
});

test("a visitor who never subscribed has nothing to cancel or to undo", async () => {
  const nobody = await makeMember(shop);
  for (const body of [{}, { undo: true }]) {
    expect(await nobody.call("POST", "/api/payment/cancel", body)).toMatchObject({
      reason: "no_subscription",
    });
  }
});

test("case 47: cancelled before the recheck, nothing is charged, and the membership ends at once", async () => {
  await justBefore();
  let answer: unknown;
  around("after", "fetchPayment", async () => (answer = (await cancel()).info.subscription));
  await shop.at(end);
  expect(answer).toMatchObject({ state: "cancelled" });
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 0 });
  expect((await shop.seen(member)).state).toBe("cancelled");
  expect(await shop.watches(member)).toBe(false);
  expect(await shop.renewalOrder(member.subscriptionId)).toMatchObject({ state: "cancelled" });
  const { rows } = await shop.database.pool.query(
    "select p.state from payment p join purchase_order o on o.id = order_id where o.kind = 'renewal' and subscription_id = $1",
    [member.subscriptionId],
  );
  expect(rows).toEqual([{ state: "cancelled" }]);
});

test("case 47: cancelled while the charge is in flight, it is charged once, shown so, and ends with that period", async () => {
  await justBefore();
  let answer: unknown;
  around("before", "charge", async () => (answer = (await cancel()).info.subscription));
  await shop.at(end);
  expect(answer).toMatchObject({ state: "active", cancelAtPeriodEnd: true });
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  const last = later(end, 30 * day);
  expect(await shop.seen(member)).toMatchObject({ cancelAtPeriodEnd: true, renewsAt: last.toISOString() });
  expect(await shop.watches(member)).toBe(true);
  await shop.at(last);
  expect((await shop.seen(member)).state).toBe("cancelled");
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});

test("case 47: cancelled while a charge is in flight that is declined, it ends at once and nothing is owed", async () => {
  await shop.stripe.post("/declines", { outcome: "insufficient_funds", of: member.card, offSession: true });
  await justBefore();
  around("before", "charge", () => cancel());
  await shop.at(end);
  expect((await shop.seen(member)).state).toBe("cancelled");
  expect(await shop.watches(member)).toBe(false);
  expect(await shop.refusals(member.subscriptionId)).toHaveLength(1);
});

test("cancelling a membership whose renewal was declined ends it at once, and nothing more is tried", async () => {
  await shop.stripe.post("/declines", { outcome: "insufficient_funds", of: member.card, offSession: true });
  await shop.at(end);
  const { payOrderId } = await shop.seen(member);
  expect((await cancel()).info.subscription).toMatchObject({ state: "cancelled", payOrderId: null });
  expect(await shop.watches(member)).toBe(false);
  await shop.at(later(end, 8 * day));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 0 });
  expect((await payOrder(member, payOrderId ?? "")).code).not.toBe(200);
  expect(await shop.mails(member.subscriptionId)).toEqual(["renewal-failed", "membership-cancelled"]);
});

test("case 49: a second membership is refused while one is live, offered its open order when past due, and possible right at the end", async () => {
  expect(await orderOf(member)).toMatchObject({ code: 409, reason: "subscribed_already" });
  await shop.stripe.post("/declines", { outcome: "insufficient_funds", of: member.card, offSession: true });
  await shop.at(end);
  const { payOrderId } = await shop.seen(member);
  expect(payOrderId).toEqual(expect.any(String));
  expect(await orderOf(member)).toMatchObject({ reason: "subscribed_already", info: { payOrderId } });
  await shop.at(later(end, day));
  await cancel();
  // The end itself, before it is handled.
  await shop.advance(30 * 86_400 - 86_400);
  const again = await orderOf(member);
  expect(again.code).toBe(200);
  expect((await payOrder(member, again.info.order.id)).info.order.state).toBe("paid");
  expect(await shop.watches(member)).toBe(true);
  const { rows } = await shop.database.pool.query(
    "select state from subscription where visitor_id = $1 order by created_at",
    [member.id],
  );
  expect(rows).toEqual([{ state: "cancelled" }, { state: "active" }]);
});

test("case 53: a fully refunded period ends the membership with its access, and nothing more is charged", async () => {
  await shop.at(end);
  const { rows } = await shop.database.pool.query<{ id: string }>(
    "select id from purchase_order where subscription_id = $1 and kind = 'renewal'",
    [member.subscriptionId],
  );
  await refundOrder(shop.billing, rows[0]?.id ?? "", null, {
    by: "operator",
    actor: commandActor(),
    reason: "kindness",
  });
  await shop.work();
  expect((await shop.seen(member)).state).toBe("cancelled");
  expect(await shop.watches(member)).toBe(false);
  await shop.at(later(end, 31 * day));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});

test("refunding an older period ends nothing", async () => {
  await shop.at(end);
  await refundOrder(shop.billing, member.orderId, null, {
    by: "operator",
    actor: commandActor(),
    reason: "kindness",
  });
  await shop.work();
  expect((await shop.seen(member)).state).toBe("active");
  expect(await shop.watches(member)).toBe(true);
});

test("case 63: erasing an account ends its membership at once, and it is never charged again", async () => {
  await inTransaction(shop.database.db, (trx) => endAtOnce(trx, shop.billing, [member.id]));
  expect(await shop.stored(member.subscriptionId)).toMatchObject({
    state: "cancelled",
    next_action_at: null,
    visitor_id: null,
  });
  await shop.at(later(end, day));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
});

test("case 63: an account erased while its renewal is in flight gets the charge refunded", async () => {
  await shop.at(later(end, -60_000));
  around("before", "charge", () =>
    inTransaction(shop.database.db, (trx) => endAtOnce(trx, shop.billing, [member.id])),
  );
  await shop.at(end);
  await shop.work();
  const { rows } = await shop.database.pool.query(
    `select o.state, p.unwanted, r.state as refund from purchase_order o join payment p on p.order_id = o.id
    left join capture c on c.payment_id = p.id left join refund r on r.capture_id = c.id
    where subscription_id = $1 and kind = 'renewal'`,
    [member.subscriptionId],
  );
  expect(rows).toEqual([{ state: expect.any(String), unwanted: true, refund: "done" }]);
});

test("R9, R16: the account, and a changed profile, show the plan in the language of the request, whichever it was bought in", async () => {
  await shop.addPlan(11);
  const buyer = await shop.subscribe(11);
  const planNames = async (language: string) => {
    const headers = { ...headersOf(buyer), "accept-language": language };
    const answers = [
      await shop.http.inject({ url: "/api/user", headers }),
      await shop.http.inject({ method: "POST", url: "/api/user/profile", headers, payload: {} }),
    ];
    return answers.map((answer) => answer.json<{ info: User }>().info.membership.planName);
  };
  expect(await planNames("fr")).toEqual(["11 jours", "11 jours"]);
  expect(await planNames("en")).toEqual(["11 days", "11 days"]);
});

test("case 137: the reason of a cancellation is noted for the operator, afterwards or with it, and an unknown one is refused", async () => {
  await cancel();
  expect((await cancel({ reason: "pause" })).info.subscription).toMatchObject({ cancelAtPeriodEnd: true });
  expect((await cancel({ reason: "because" })).code).toBe(400);
  expect(await shop.mails(member.subscriptionId)).toEqual(["membership-cancelled"]);
  const { rows } = await shop.database.pool.query(
    "select detail ->> 'cancelReason' as reason from money_log where subject_id = $1 and detail ? 'cancelReason'",
    [member.subscriptionId],
  );
  expect(rows).toEqual([{ reason: "pause" }]);
});

const isManual = { cancelAtPeriodEnd: false, renewalMode: "manual", nextCharge: null };

test("case 38, case 48: a membership that is resumed after its card was removed at the gateway promises no charge, and asks for the payment", async () => {
  await cancel();
  await shop.detachCard(member);
  await cancel({ undo: true });
  expect(await shop.seen(member)).toMatchObject(isManual);
  await shop.at(later(end, -5 * day));
  await shop.at(end);
  expect(await shop.mails(member.subscriptionId)).toEqual(["membership-cancelled", "renewal-due"]);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
});

test("case 38, case 113: so does one that goes on with a cheaper plan", async () => {
  await cancel();
  await shop.detachCard(member);
  const { consent } = await plansFor(member);
  const agreed = { consent: { version: consent.version, accepted: true } };
  await member.call("POST", "/api/payment/change", { planId: "days-7", ...agreed });
  expect(await shop.seen(member)).toMatchObject({ ...isManual, pendingPlan: { id: "days-7" } });
});

test("case 151, case 135: who took back a renewal that they had paid ahead is offered their plan first, once the membership has ended", async () => {
  await shop.at(later(end, -5 * day));
  await shop.detachCard(member);
  const { payOrderId } = await shop.seen(member);
  await payOrder(member, payOrderId ?? "", "pm_card_mastercard");
  await member.call("POST", "/api/payment/withdraw", { orderId: payOrderId, step: "confirm" });
  await shop.at(later(end, day));
  expect((await shop.seen(member)).state).toBe("cancelled");
  expect((await plansFor(member)).resume).toBe("days-30");
});
