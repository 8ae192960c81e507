import type { Order, PlanChange, PlanList, Subscription } from "@cliffhanger/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { refundOrder } from "#billing";
import { commandActor } from "#platform/actor";
import { randomWord } from "#platform/ids";
import {
  approveAtPayPal,
  type Subscriber,
  type TestMemberships,
  testMembershipsWithMail,
} from "#test/memberships";
import type { MadeMember } from "#test/people";
import { orderChange } from "#test/plan-changes";
import { type Bought, payOrder, plansFor } from "#test/purchases";
import { actingOn } from "#test/unaudited";
import { changePrices } from "../sales/change.ts";
import { parsePrices } from "../sales/parse-price.ts";

const day = 86_400_000;

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
});
afterAll(async () => {
  await shop.close();
});
afterEach(() => shop.rest());

const MINUTES_A_DAY = 24 * 60;
const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * day);

async function offered(member: MadeMember): Promise<Record<string, PlanChange>> {
  return Object.fromEntries((await plansFor(member)).change.map((change) => [change.planId, change]));
}

async function upgrade(member: MadeMember, planId: string): Promise<Order> {
  const { info, reason } = await orderChange(member, planId);
  if (!info) throw new Error(`No change was opened: ${reason}`);
  if (info.order.state === "paid") return info.order;
  const paid = await payOrder(member, info.order.id);
  await shop.work();
  return paid.info.order;
}

/** Changes to a dearer plan by the member's only saved method, in one tap. */
async function upgradeBySaved(member: MadeMember, planId: string) {
  const [saved] = (await plansFor(member)).saved;
  const named = { method: "saved", instrumentId: saved?.id };
  const opened = await orderChange(member, planId, named);
  expect(opened.info).toMatchObject({ order: { state: "pending" }, next: { type: "none" } });
  return member.call<Bought>("POST", "/api/payment/pay", { ...named, orderId: opened.info.order.id });
}

async function refund(orderId: string, amount: number | null = null): Promise<void> {
  await refundOrder(shop.billing, orderId, amount, { by: "operator", actor: commandActor(), reason: null });
  await shop.work();
}

async function schedule(member: MadeMember, planId: string) {
  const { consent } = await plansFor(member);
  return member.call<{ subscription: Subscription }>("POST", "/api/payment/change", {
    planId,
    consent: { version: consent.version, accepted: true },
  });
}

async function ledgerOf(subscriptionId: string): Promise<Record<string, number>> {
  const { rows } = await shop.database.pool.query(
    `select account, sum(e.amount)::int as sum from ledger_entry e join ledger_txn t on t.id = txn_id
    join purchase_order o on o.id = t.order_id
    where o.subscription_id = $1 and account in ('deferred_revenue', 'revenue', 'refunds') group by account`,
    [subscriptionId],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
}

const valuesOf = async (id: string) =>
  (
    await shop.database.pool.query(
      "select no, value::int, starts_at, ends_at from subscription_period where subscription_id = $1 order by no",
      [id],
    )
  ).rows as { no: number; value: number; starts_at: Date; ends_at: Date }[];

describe("a plan that costs more", () => {
  test("case 111, R25: begins now, for its price less the unused time; renews at its price; the old part is earned", async () => {
    const member = await shop.subscribe(7);
    await shop.at(inDays(3.5));
    const { "days-30": change } = await offered(member);
    expect(change).toMatchObject({ kind: "now", charge: { amount: 1999 - 499 }, credit: { amount: 499 } });
    const { info } = await orderChange(member, "days-30");
    expect(info.order).toMatchObject({ kind: "change", total: { amount: 1500 } });
    expect(info.order.lines).toEqual([
      { title: "Membership: 30 days", display: "$19.99" },
      { title: "Unused time of 7 days", display: "−$4.99" },
    ]);
    const at = shop.clock.now();
    const paid = await payOrder(member, info.order.id);
    expect(paid.info.order.state).toBe("paid");
    expect(await shop.seen(member)).toMatchObject({
      plan: { id: "days-30" },
      nextCharge: { amount: 1999 },
      renewsAt: new Date(at.getTime() + 30 * day).toISOString(),
    });
    expect(await valuesOf(member.subscriptionId)).toMatchObject([
      { no: 1, value: 999, ends_at: at },
      { no: 2, value: 1999, starts_at: at },
    ]);
    expect(await ledgerOf(member.subscriptionId)).toEqual({ deferred_revenue: -1999, revenue: -500 });
    await shop.at(inDays(30));
    await shop.at(inDays(31));
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1 });
    expect(await ledgerOf(member.subscriptionId)).toEqual({
      deferred_revenue: -1999,
      revenue: -500 - 2 * 1999,
    });
  });

  test("case 112: a second one counts from the value of the period, not from its charge", async () => {
    const member = await shop.subscribe(7);
    await shop.at(inDays(1));
    const first = await upgrade(member, "days-30");
    expect(first.total.amount).toBe(1999 - 856);
    await shop.at(inDays(15));
    const { "days-365": change } = await offered(member);
    expect(change).toMatchObject({ charge: { amount: 9999 - 999 }, credit: { amount: 999 } });
    await upgrade(member, "days-365");
    expect((await valuesOf(member.subscriptionId)).map(({ value }) => value)).toEqual([999, 1999, 9999]);
  });

  test("case 112: what was given back of the period is no credit for a dearer plan", async () => {
    const member = await shop.subscribe(30);
    await refund(member.orderId, 1500);
    const { "days-365": change } = await offered(member);
    expect(change).toMatchObject({ credit: { amount: 499 }, charge: { amount: 9999 - 499 } });
    expect((await upgrade(member, "days-365")).total.amount).toBe(9999 - 499);
    expect((await valuesOf(member.subscriptionId)).map(({ value }) => value)).toEqual([1999, 9999]);
    const sums = { deferred_revenue: -9999, revenue: -1500, refunds: 1500 };
    expect(await ledgerOf(member.subscriptionId)).toEqual(sums);
  });

  test("case 112: at the same price right away it costs nothing, and is settled without a gateway", async () => {
    await shop.addPlan(9);
    const member = await shop.subscribe(7);
    const before = await shop.stored(member.subscriptionId);
    const { info } = await orderChange(member, "plan-9");
    expect(info).toMatchObject({ order: { state: "paid", total: { amount: 0 } }, next: null });
    const after = await shop.stored(member.subscriptionId);
    expect(after).toMatchObject({ renewal_mode: "auto", instrument_id: before.instrument_id, period_no: 2 });
    const { rows } = await shop.database.pool.query("select from payment where order_id = $1", [
      info.order.id,
    ]);
    expect(rows).toHaveLength(0);
    expect(await ledgerOf(member.subscriptionId)).toEqual({ deferred_revenue: -999 });
  });

  test("is paid with PayPal, and an ending membership goes on with it", async () => {
    const member = await shop.subscribeByPayPal(7);
    await member.call("POST", "/api/payment/cancel", {});
    const { info } = await orderChange(member, "days-30", { method: "paypal" });
    await approveAtPayPal(shop, new URL(info.next?.url ?? "").searchParams.get("token") ?? "", "funded");
    await shop.work();
    expect(await shop.seen(member)).toMatchObject({ plan: { id: "days-30" }, cancelAtPeriodEnd: false });
    expect((await shop.stored(member.subscriptionId)).renewal_mode).toBe("auto");
  });

  test("case 97: is not charged at a price that was not shown", async () => {
    const member = await shop.subscribe(7);
    const { at } = await plansFor(member);
    await shop.at(inDays(0.01));
    await changePrices(actingOn(shop), "days-365", parsePrices(["USD=109.99"]));
    for (const quotedAt of [at, inDays(-0.1).toISOString(), inDays(1).toISOString()])
      expect((await orderChange(member, "days-365", { quotedAt })).reason).toBe("price_changed");
    await changePrices(actingOn(shop), "days-365", parsePrices(["USD=99.99"]));
  });

  test("case 97: is not charged by an offer that is older than an order, or from before the period", async () => {
    const member = await shop.subscribe(7);
    await shop.at(inDays(10 / MINUTES_A_DAY));
    const quoted = async (minutes: number) =>
      (await orderChange(member, "days-365", { quotedAt: inDays(-minutes / MINUTES_A_DAY).toISOString() }))
        .reason;
    expect(await quoted(15)).toBe("price_changed");
    await shop.at(inDays(60 / MINUTES_A_DAY));
    expect(await quoted(31)).toBe("price_changed");
    expect(await quoted(29)).toBeUndefined();
  });

  test("is not charged once the membership has ended by a refund", async () => {
    const member = await shop.subscribe(7);
    const { info } = await orderChange(member, "days-30");
    await refund(member.orderId);
    expect((await payOrder(member, info.order.id)).info.order.state).toBe("cancelled");
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 0 });
  });

  test("is refused for the own plan, in another currency, near a renewal, and while a renewal is unpaid", async () => {
    const member = await shop.subscribe(7);
    expect(await orderChange(member, "days-7")).toMatchObject({ code: 409, reason: "already_so" });
    expect((await orderChange(member, "days-30", { currency: "EUR" })).reason).toBe("not_for_sale");
    await shop.at(inDays(7 - 0.5 / 24));
    expect((await orderChange(member, "days-30")).reason).toBe("renewal_in_progress");
    expect(await offered(member)).toEqual({});
    const late = await shop.subscribe(7);
    await shop.stripe.post("/declines", {
      outcome: "insufficient_funds",
      of: late.card,
      offSession: true,
      n: 1,
    });
    await shop.at(new Date((await shop.stored(late.subscriptionId)).period_end.getTime() + 60_000));
    const { id } = (await shop.renewalOrder(late.subscriptionId)) ?? {};
    expect(await orderChange(late, "days-30")).toMatchObject({
      code: 409,
      reason: "pay_first",
      info: { payOrderId: id },
    });
  });
});

describe("case 115: a refunded change", () => {
  test("brings the old plan back until its old end, and then renews that", async () => {
    const member = await shop.subscribe(7);
    const oldEnd = (await shop.stored(member.subscriptionId)).period_end;
    await shop.at(inDays(2));
    const order = await upgrade(member, "days-30");
    await shop.at(inDays(1));
    await refund(order.id);
    expect(await shop.seen(member)).toMatchObject({
      plan: { id: "days-7" },
      renewsAt: oldEnd.toISOString(),
      nextCharge: { amount: 999 },
    });
    expect(await shop.watches(member)).toBe(true);
    expect((await offered(member))["days-30"]).toMatchObject({ credit: { amount: 0 } });
    await shop.at(oldEnd);
    expect(await shop.stored(member.subscriptionId)).toMatchObject({ state: "active", period_no: 4 });
    const { deferred_revenue: deferred = 0 } = await ledgerOf(member.subscriptionId);
    expect(deferred).toBe(-999);
  });
  test("ends the membership once the old end is past", async () => {
    const member = await shop.subscribe(7);
    const order = await upgrade(member, "days-30");
    await shop.at(inDays(8));
    await refund(order.id);
    expect(await shop.seen(member)).toMatchObject({ state: "cancelled" });
    expect(await shop.watches(member)).toBe(false);
  });
});

describe("case 113: a plan that costs less", () => {
  async function planned(): Promise<Subscriber> {
    const member = await shop.subscribe(30);
    expect((await offered(member))["days-7"]).toMatchObject({ kind: "atEnd", charge: { amount: 999 } });
    const { info } = await schedule(member, "days-7");
    expect(info.subscription).toMatchObject({
      plan: { id: "days-30" },
      pendingPlan: { id: "days-7", price: { amount: 999 } },
      nextCharge: { amount: 999 },
    });
    return member;
  }

  test("begins with the next period, at the agreed price although the price has changed", async () => {
    const member = await planned();
    await changePrices(actingOn(shop), "days-7", parsePrices(["USD=11.99"]));
    await shop.at(inDays(30));
    expect(await shop.seen(member)).toMatchObject({
      plan: { id: "days-7", price: { amount: 999 } },
      periodDays: 7,
      pendingPlan: null,
    });
    const [, second] = await valuesOf(member.subscriptionId);
    expect(second).toMatchObject({ no: 2, value: 999 });
    expect((second?.ends_at.getTime() ?? 0) - (second?.starts_at.getTime() ?? 0)).toBe(7 * day);
    await shop.at(inDays(7));
    expect((await shop.stored(member.subscriptionId)).period_no).toBe(3);
    const { rows } = await shop.database.pool.query(
      "select title ->> 'en' as title, consent_version is not null as agreed from purchase_order where subscription_id = $1 and kind = 'renewal'",
      [member.subscriptionId],
    );
    expect(rows).toEqual(Array(2).fill({ title: "Membership: 7 days", agreed: true }));
    await changePrices(actingOn(shop), "days-7", parsePrices(["USD=9.99"]));
  });

  test("is dropped again, and an upgrade drops it too", async () => {
    const member = await planned();
    const { info } = await schedule(member, "days-30");
    expect(info.subscription).toMatchObject({ pendingPlan: null, nextCharge: { amount: 1999 } });
    await schedule(member, "days-7");
    await upgrade(member, "days-365");
    expect((await shop.seen(member)).pendingPlan).toBeNull();
  });

  test("is refused as an order, and a dearer plan as a planned change", async () => {
    const member = await shop.subscribe(30);
    expect((await orderChange(member, "days-7")).reason).toBe("price_changed");
    expect((await schedule(member, "days-365")).reason).toBe("price_changed");
  });

  test("keeps a membership that was ending, and is named in the ordinary reminder", async () => {
    const member = await shop.subscribe(365);
    await member.call("POST", "/api/payment/cancel", {});
    const { info } = await schedule(member, "days-30");
    expect(info.subscription).toMatchObject({ cancelAtPeriodEnd: false, pendingPlan: { id: "days-30" } });
    await shop.at(inDays(346));
    expect(await shop.mails(member.subscriptionId)).toContain("renewal-reminder");
  });
});

describe("case 114: a change beside a renewal", () => {
  test("that waits for the bank when the period ends: the renewal waits, and one of them is charged", async () => {
    for (const outcome of ["pass", "fail"] as const) {
      const member = await shop.subscribe(7);
      const end = (await shop.stored(member.subscriptionId)).period_end;
      await shop.at(new Date(end.getTime() - 70 * 60_000));
      const { info } = await orderChange(member, "days-30");
      const waiting = await payOrder(member, info.order.id, "pm_card_authenticationRequired");
      expect(waiting.info.next?.type).toBe("action");
      await shop.at(new Date(end.getTime() - 50 * 60_000));
      await shop.stripe.post(
        `/intents/${waiting.info.next?.clientSecret?.split("_secret_")[0]}/authenticate`,
        { outcome },
      );
      // The browser asks again, as after the bank's page.
      await payOrder(member, info.order.id, "pm_card_authenticationRequired");
      await shop.work();
      await shop.at(new Date(end.getTime() + 60_000));
      await shop.at(new Date(end.getTime() + 3_600_000));
      const stored = await shop.stored(member.subscriptionId);
      expect(stored).toMatchObject({ state: "active", period_no: 2 });
      expect((await shop.seen(member)).plan.id).toBe(outcome === "pass" ? "days-30" : "days-7");
      expect(await valuesOf(member.subscriptionId)).toHaveLength(2);
    }
  });

  test("that is called off at the period's end is never charged", async () => {
    const member = await shop.subscribe(7);
    const end = (await shop.stored(member.subscriptionId)).period_end;
    await shop.at(new Date(end.getTime() - 61 * 60_000));
    const { info } = await orderChange(member, "days-30");
    await shop.at(end);
    const answer = await payOrder(member, info.order.id);
    expect(answer.code).not.toBe(200);
    expect((await shop.seen(member)).plan.id).toBe("days-7");
    expect(await shop.charges(member.subscriptionId)).toMatchObject({ 2: 1 });
  });
});

describe("case 151: an ended membership", () => {
  test("is offered again first, at today's price, as a new membership", async () => {
    const member = await shop.subscribe(7);
    await member.call("POST", "/api/payment/cancel", {});
    await shop.at(inDays(8));
    expect(await shop.watches(member)).toBe(false);
    const sale = await member.call<PlanList>("GET", "/api/plan");
    expect(sale.info).toMatchObject({ resume: "days-7", change: [] });
    const { info } = await member.call<Bought>("POST", "/api/payment/order", {
      kind: "subscribe",
      planId: "days-7",
      method: "card",
      clientToken: randomWord(16),
      consent: { version: sale.info.consent.version, accepted: true },
    });
    await payOrder(member, info.order.id);
    const { rows } = await shop.database.pool.query(
      "select state from subscription where visitor_id = $1 order by created_at",
      [member.id],
    );
    expect(rows).toEqual([{ state: "cancelled" }, { state: "active" }]);
    expect((await plansFor(member)).resume).toBeNull();
  });

  test("that ended by a refund is not", async () => {
    const member = await shop.subscribe(7);
    await refund(member.orderId);
    expect((await plansFor(member)).resume).toBeNull();
  });
});

test("case 111: the saved method pays a change in one tap, by card and PayPal, and renews the new plan", async () => {
  for (const subscribe of [
    () => shop.subscribe(7),
    () => shop.subscribeByPayPal(7, `funded:${randomWord(8)}`),
  ]) {
    const subscriber = await subscribe();
    const before = await shop.stored(subscriber.subscriptionId);
    const paid = await upgradeBySaved(subscriber, "days-30");
    expect(paid.info.order).toMatchObject({ state: "paid", kind: "change" });
    const changed = await shop.stored(subscriber.subscriptionId);
    expect(changed).toMatchObject({
      period_no: 2,
      renewal_mode: "auto",
      instrument_id: before.instrument_id,
    });
    await shop.at(new Date(changed.period_end.getTime() + 60_000));
    expect(await shop.stored(subscriber.subscriptionId)).toMatchObject({ period_no: 3, state: "active" });
  }
});
