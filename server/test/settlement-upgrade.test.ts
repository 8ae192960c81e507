import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { unaudited } from "#test/unaudited";
import { migrations } from "../migrations/index.ts";
import { testDatabase } from "./database.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Restores the tables and rows from before the migration. */
async function goBack(): Promise<void> {
  const { pool } = database;
  await unaudited(pool).query(`
    alter table capture drop constraint capture_settled, drop column settled_currency, drop column settled_amount,
      drop column settled_fee, drop column settled_rate, add column fee bigint;
    alter table refund drop column dispute_ref;
    alter table subscription drop column price_id;
    alter table purchase_order drop column code;
    drop table installation;
    drop function installation_stays;
    insert into plan_price (id, plan_id, currency, amount, active_from, active_to)
      values ('old-price', 'days-30', 'USD', 1499, '2026-01-01', '2026-02-01');
    insert into purchase_order (id, kind, state, title, currency, amount, method, client_token, language, created_at, price_id)
      values ('o1', 'unlock', 'paid', '{}', 'USD', 699, 'card', 'a', 'en', '2026-01-02', null),
        ('o2', 'unlock', 'paid', '{}', 'EUR', 699, 'card', 'b', 'en', '2026-01-02', null),
        ('o3', 'subscribe', 'paid', '{}', 'USD', 1499, 'card', 'c', 'en', '2026-01-02', 'old-price');
    insert into subscription (id, plan_id, currency, amount, period_days, state, anchor_at, period_no, period_start,
      period_end, renewal_mode, language, created_at)
      values ('s1', 'days-30', 'USD', 1499, 30, 'active', '2026-01-02', 1, '2026-01-02', '2026-02-01', 'auto', 'en', '2026-01-02');
    update purchase_order set subscription_id = 's1' where id = 'o3';
    insert into payment (id, order_id, gateway, remote_id, state, currency, amount, initiator, created_at, updated_at)
      select 'p' || right(id, 1), id, 'stripe', 'pi_' || id, 'succeeded', currency, amount, 'customer', created_at, created_at
      from purchase_order;
    insert into capture (id, payment_id, gateway, remote_id, currency, amount, fee, at)
      values ('c1', 'p1', 'stripe', 'ch_1', 'USD', 699, 50, '2026-01-02'), ('c2', 'p2', 'stripe', 'ch_2', 'EUR', 699, null, '2026-01-02')`);
}

test("R48: an upgrade keeps known fees, requests unknown ones again, and pins each membership's price", async () => {
  await goBack();
  for (const name of ["0019-settlement", "0020-installation"]) await migrations[name]?.up(database.db);
  const rows = async (query: string) => (await database.pool.query(query)).rows;
  expect(
    await rows(
      "select id, settled_currency as currency, settled_amount::int as amount, settled_fee::int as fee from capture order by id",
    ),
  ).toEqual([
    { id: "c1", currency: "USD", amount: 699, fee: 50 },
    { id: "c2", currency: null, amount: null, fee: null },
  ]);
  expect(await rows("select id from payment where next_inspect_at is not null")).toEqual([{ id: "p2" }]);
  expect(await rows("select price_id from subscription")).toEqual([{ price_id: "old-price" }]);
  expect(await rows("select distinct code from purchase_order")).toEqual([{ code: null }]);
  expect(await rows("select code from installation")).toEqual([
    { code: expect.stringMatching(/^[0-9A-Z]{5}$/) },
  ]);
});
