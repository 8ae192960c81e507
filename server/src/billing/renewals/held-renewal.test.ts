import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { makeMember } from "#test/people";
import { orderOf, payOrder } from "#test/purchases";
import { listOpen } from "../review/review.ts";
import { day, later } from "../subscriptions/period.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMemberships();
});
afterAll(() => shop?.close());

const reviewed = async (orderId: string | undefined) =>
  (await listOpen(shop.database.db)).filter(({ order_id: id }) => id === orderId).map(({ kind }) => kind);

async function renewalOf({ subscriptionId }: Subscriber): Promise<{ id: string; state: string } | undefined> {
  const { rows } = await shop.database.pool.query(
    "select id, state from purchase_order where subscription_id = $1 and period_no = 2",
    [subscriptionId],
  );
  return rows[0];
}

describe("the price of a membership", () => {
  test("H17: further periods cost the full price of the price row when the first order was discounted", async () => {
    const member = await makeMember(shop);
    const { info } = await orderOf(member, { plan: 1 });
    const { pool } = shop.database;
    await pool.query("update purchase_order set amount = 500, discount = list_amount - 500 where id = $1", [
      info.order.id,
    ]);
    expect((await payOrder(member, info.order.id)).info.order).toMatchObject({
      state: "paid",
      total: { amount: 500 },
    });
    const { rows } = await pool.query(
      "select id, amount::int, currency, price_id, period_end from subscription where visitor_id = $1",
      [member.id],
    );
    expect(rows).toMatchObject([{ amount: 1_999, currency: "USD", price_id: "days-30-usd" }]);
    const { info: seen } = await member.call<{ subscription: unknown }>("GET", "/api/payment");
    expect(seen.subscription).toMatchObject({ nextCharge: { amount: 1_999 } });
    await shop.at(rows[0].period_end);
    const renewed = await pool.query(
      "select amount::int, price_id from purchase_order where subscription_id = $1 and period_no = 2",
      [rows[0].id],
    );
    expect(renewed.rows).toEqual([{ amount: 1_999, price_id: "days-30-usd" }]);
  });
});

describe("a renewal that its gateway has not decided", () => {
  test("ends access with the grace period, goes to manual review after 30 days, and counts when it succeeds late", async () => {
    const member = await shop.subscribe(30);
    const { period_end: end } = await shop.stored(member.subscriptionId);
    const held = { outcome: "processing", of: member.card, offSession: true, seconds: 40 * 86_400 };
    await shop.stripe.post("/declines", held);
    await shop.at(end);
    expect(await shop.stored(member.subscriptionId)).toMatchObject({ state: "active" });
    expect(await shop.watches(member)).toBe(true);
    for (let days = 1; days <= 7; days++) await shop.at(later(end, days * day + 3_600_000));
    expect(await shop.stored(member.subscriptionId)).toMatchObject({ state: "past_due", period_no: 1 });
    expect(await shop.watches(member)).toBe(false);
    expect(await shop.seen(member)).toMatchObject({ state: "past_due", payOrderId: null, willRetry: false });
    const order = await renewalOf(member);
    expect(order?.state).toBe("processing");
    for (let days = 8; days <= 33; days++) await shop.at(later(end, days * day + 3_600_000));
    expect(await reviewed(order?.id)).toEqual(["doubt"]);
    await shop.at(later(end, 41 * day));
    await pause(200);
    await shop.work();
    await shop.at(later(end, 41 * day + 3_700_000));
    // The gateway's event arrives when it does.
    const stateOf = async () => {
      await shop.work();
      return (await renewalOf(member))?.state;
    };
    await expect.poll(stateOf).toBe("paid");
    expect(await shop.stored(member.subscriptionId)).toMatchObject({ state: "active", period_no: 2 });
    expect(await shop.watches(member)).toBe(true);
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
    expect(await reviewed(order?.id)).toEqual([]);
  });

  test("and declines after the grace period, ends the membership without another one", async () => {
    const member = await shop.subscribe(30);
    const { period_end: end } = await shop.stored(member.subscriptionId);
    await shop.stripe.post("/declines", {
      outcome: "processing",
      of: member.card,
      offSession: true,
      seconds: 10 * 86_400,
      end: "insufficient_funds",
    });
    await shop.at(end);
    await shop.at(later(end, 7 * day + 60_000));
    expect(await shop.watches(member)).toBe(false);
    for (let hours = 1; hours <= 4; hours++) {
      await pause(50);
      await shop.at(later(end, 10 * day + hours * 3_700_000));
      expect(await shop.watches(member)).toBe(false);
    }
    expect(await shop.stored(member.subscriptionId)).toMatchObject({ state: "expired", period_no: 1 });
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 0 });
  });

  test("or that is in manual review, ends access with the grace period too", async () => {
    const member = await shop.subscribe(30);
    const { period_end: end } = await shop.stored(member.subscriptionId);
    // Just before the charge, so that the charge is the one that is misreported.
    await shop.at(later(end, -60_000));
    await shop.stripe.post("/misreport", { fields: { amount_received: 1 }, n: 20 });
    await shop.at(end);
    const order = await renewalOf(member);
    expect(order?.state).toBe("review");
    expect(await shop.watches(member)).toBe(true);
    await shop.at(later(end, 7 * day + 60_000));
    await shop.stripe.post("/misreport", { fields: {}, n: 0 });
    expect(await shop.stored(member.subscriptionId)).toMatchObject({ state: "past_due", period_no: 1 });
    expect(await shop.watches(member)).toBe(false);
    expect(await reviewed(order?.id)).toEqual(["mismatch"]);
  });
});
