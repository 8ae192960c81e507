import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "#platform/ids";
import { injectFaults } from "#test/faults";
import { type Subscriber, type TestMemberships, testMemberships } from "#test/memberships";
import { timeLimit } from "../../../../tools/time-limit.ts";
import type { Billing } from "../records/billing.ts";
import { claimDue } from "../records/subscriptions/repository.ts";
import { later } from "../subscriptions/period.ts";
import { renewDue } from "./renew.ts";

vi.setConfig({ testTimeout: timeLimit(120) });

let shop: TestMemberships;
let first: Subscriber;
beforeAll(async () => {
  shop = await testMemberships();
  first = await shop.subscribe(30);
});
afterAll(() => shop.close());

/**
 * Inserts memberships of other members that copy the first one, and are charged by the same card; returns
 * their ids.
 */
async function makeAlike(count: number): Promise<string[]> {
  const { pool } = shop.database;
  const now = shop.clock.now();
  const ids = Array.from({ length: count }, () => newId(now));
  await pool.query(
    `insert into gateway_customer (visitor_id, gateway, remote_id)
    select 'v' || id, 'stripe', (select remote_id from gateway_customer where visitor_id = $2) from unnest($1::text[]) id`,
    [ids, first.id],
  );
  await pool.query(
    `insert into subscription (id, visitor_id, plan_id, currency, amount, period_days, state, anchor_at, anchor_no, period_no,
      period_start, period_end, next_action_at, renewal_mode, instrument_id, language, created_at)
    select other, 'v' || other, plan_id, currency, amount, period_days, state, anchor_at, anchor_no, period_no,
      period_start, period_end, next_action_at, renewal_mode, instrument_id, language, created_at
    from subscription cross join unnest($1::text[]) other where id = $2`,
    [ids, first.subscriptionId],
  );
  return ids;
}

test("case 44: of 2000 due memberships, four concurrent schedulers claim each one once", async () => {
  const ids = [first.subscriptionId, ...(await makeAlike(1999))];
  const { period_end: at } = await shop.stored(first.subscriptionId);
  const taken: string[] = [];
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      for (;;) {
        const some = await claimDue(shop.database.db, { at, leaseUntil: later(at, 60_000), limit: 6 });
        if (some.length === 0) return;
        taken.push(...some);
      }
    }),
  );
  expect(taken.toSorted()).toEqual(ids.toSorted());
  await shop.database.pool.query("delete from subscription where id = any($1)", [ids.slice(1)]);
  await shop.database.pool.query("update subscription set lease_until = null");
});

test("case 44: two schedulers, one of which dies before and after its charges: each membership is charged once", async () => {
  const ids = await makeAlike(24);
  const { period_end: end } = await shop.stored(first.subscriptionId);
  await shop.advance((end.getTime() - shop.clock.now().getTime()) / 1000);
  let held = 0;
  const killed = Promise.withResolvers<void>();
  // From here on it does nothing, as after a kill: some before their charge, some after it, none with its
  // outcome stored.
  const hold = () => {
    held += 1;
    return killed.promise;
  };
  const plan = Array.from({ length: 100 }, (_, n) => {
    const when = n % 2 === 0 ? ("before" as const) : ("after" as const);
    return { call: "charge" as const, n: n + 1, when, act: hold };
  });
  const dying: Billing = { ...shop.billing, slowCharges: new Set() };
  injectFaults(dying, "stripe", plan);
  const living = async () => {
    while ((await renewDue(shop.billing)) > 0);
  };
  const unfinished = [renewDue(dying), renewDue(dying)];
  await expect.poll(() => held).toBeGreaterThan(5);
  await Promise.all([living(), living()]);
  expect((await shop.stored(first.subscriptionId)).state).toBe("active");
  for (let minutes = 2; minutes <= 20; minutes += 2) await shop.at(later(end, minutes * 60_000));
  for (const id of [...ids, first.subscriptionId]) {
    expect(await shop.stored(id)).toMatchObject({
      state: "active",
      period_no: 2,
      period_start: end,
      dunning_step: 0,
    });
    expect((await shop.charges(id))[2]).toBe(1);
  }
  // What a kill would have ended must not continue after the database has closed.
  killed.reject(new Error("killed"));
  await Promise.allSettled(unfinished);
});
