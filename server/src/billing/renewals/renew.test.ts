import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { day, later } from "../subscriptions/period.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
  await shop.addPlan(1);
});
afterAll(() => shop?.close());

test.each([1, 7, 30, 365])(
  "case 45, R41: a membership of %i days renews at the very end of each period, once, and access has no gap",
  async (days) => {
    const member = await shop.subscribe(days);
    const began = (await shop.stored(member.subscriptionId)).period_start;
    for (let no = 2; no <= 4; no++) {
      const boundary = later(began, (no - 1) * days * day);
      await shop.at(later(boundary, -4 * 60_000));
      expect(await shop.watches(member)).toBe(true);
      shop.clock.advance(4 * 60 - 0.001);
      expect(await shop.watches(member)).toBe(true);
      shop.clock.advance(0.001);
      // Before the renewal, the grace entitlement gives access.
      expect(await shop.watches(member)).toBe(true);
      expect((await shop.seen(member)).state).toBe("active");
      await shop.at(boundary);
      expect(await shop.seen(member)).toMatchObject({
        state: "active",
        renewsAt: later(boundary, days * day).toISOString(),
        renewalMode: "auto",
        payOrderId: null,
      });
      expect(await shop.watches(member)).toBe(true);
    }
    expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1 });
    expect(await shop.periods(member.subscriptionId)).toEqual(
      [1, 2, 3, 4].map((no) => ({
        no,
        starts_at: later(began, (no - 1) * days * day),
        ends_at: later(began, no * days * day),
      })),
    );
  },
);

test("case 45: a clock that is ten minutes fast and is set back charges nothing twice and moves no date", async () => {
  const member = await shop.subscribe(30);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(later(end, -8 * 60_000));
  await shop.at(later(end, 2 * 60_000));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  for (const minutes of [-8, -6, -3, 0, 10, 0, 25]) {
    await shop.at(later(end, minutes * 60_000));
    expect(await shop.watches(member)).toBe(true);
    expect((await shop.seen(member)).state).toBe("active");
  }
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect((await shop.stored(member.subscriptionId)).period_end).toEqual(later(end, 30 * day));
});

test("case 46: after an outage of three periods one is charged, from now on, and none for the time before", async () => {
  const member = await shop.subscribe(7);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  const back = later(end, 3 * 7 * day + 5 * 60 * 60_000);
  await shop.at(back);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
  expect(await shop.stored(member.subscriptionId)).toMatchObject({
    state: "active",
    period_no: 2,
    period_start: back,
    period_end: later(back, 7 * day),
    anchor_at: back,
  });
  expect(await shop.watches(member)).toBe(true);
  await shop.at(later(back, 7 * day));
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1, 3: 1 });
  expect((await shop.stored(member.subscriptionId)).period_start).toEqual(later(back, 7 * day));
});

test("case 46: a shorter outage moves no date", async () => {
  const member = await shop.subscribe(30);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(later(end, 2 * day));
  expect((await shop.stored(member.subscriptionId)).period_start).toEqual(end);
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});

test("deferred revenue is recognised at the end of each period, once", async () => {
  const member = await shop.subscribe(7);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  const booked = async () => {
    const { rows } = await shop.database.pool.query<{ account: string; sum: string }>(
      `select account, sum(ledger_entry.amount) from ledger_entry join ledger_txn on ledger_txn.id = txn_id
      join purchase_order o on o.id = order_id where subscription_id = $1
      and account in ('deferred_revenue', 'revenue') group by account order by account`,
      [member.subscriptionId],
    );
    return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
  };
  expect(await booked()).toEqual({ deferred_revenue: -999 });
  await shop.at(end);
  await shop.work();
  expect(await booked()).toEqual({ deferred_revenue: -999, revenue: -999 });
  await shop.at(later(end, 7 * day));
  expect(await booked()).toEqual({ deferred_revenue: -999, revenue: -1998 });
});

test("case 45, R9: the receipt of a renewal is in the language that its owner has by now, as their other mails are", async () => {
  const member = await shop.subscribe(30);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  expect((await member.call("POST", "/api/user/profile", { language: "de" })).code).toBe(200);
  await shop.at(end);
  const { rows } = await shop.database.pool.query(
    `select o.kind, r.content ->> 'language' as language from receipt r join purchase_order o on o.id = r.order_id
    where subscription_id = $1 order by period_no`,
    [member.subscriptionId],
  );
  expect(rows).toEqual([
    { kind: "subscribe", language: "en" },
    { kind: "renewal", language: "de" },
  ]);
});
