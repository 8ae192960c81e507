import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { migrations } from "../migrations/index.ts";
import { testDatabase } from "./database.ts";
import { silentLog } from "./silent-log.ts";

const step = "0025-payment-cancelled";
/** The states of a payment after it. */
const states = "new open charging action pending in_doubt succeeded declined cancelled".split(" ");

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const rows = async (query: string) => (await database.pool.query(query)).rows;

/** Two payments and attempts of every state, in the database of the version before. */
async function goBack(): Promise<void> {
  await database.pool.query("drop schema public cascade; create schema public");
  const before = Object.entries(migrations).filter(([name]) => name < step);
  await migrate(database, Object.fromEntries(before), silentLog);
  await database.pool.query(`
    insert into purchase_order (id, kind, state, title, currency, amount, method, client_token, language, created_at)
      select 'o' || no || '-' || at, 'unlock', 'pending', '{}', 'USD', 699, 'card', 'o' || no || '-' || at, 'en', '2026-01-02'
      from generate_series(1, 9) as at, generate_series(1, 2) as no;
    insert into payment (id, order_id, gateway, remote_id, state, currency, amount, initiator, created_at, updated_at)
      select 'p' || no || '-' || at, 'o' || no || '-' || at, 'stripe', 'pi_' || no || '-' || at, state, 'USD', 699, 'customer',
        '2026-01-02', '2026-01-03'
      from unnest(array['new', 'open', 'charging', 'action', 'pending', 'in_doubt', 'succeeded', 'declined', 'canceled'])
        with ordinality as states (state, at), generate_series(1, 2) as no;
    insert into payment_attempt (id, payment_id, n, initiator, idem_key, request_hash, outcome, created_at)
      select 'a' || id, id, 1, 'customer', 'key-' || id, 'hash', state, created_at from payment`);
}

test("H7: an update respells the state of cancelled payments, and every payment keeps its state", async () => {
  await goBack();
  const before = await rows("select id, state, updated_at from payment order by id");
  expect(await migrate(database, migrations, silentLog)).toContain(step);
  const respelt = before.map((row) => (row.state === "canceled" ? { ...row, state: "cancelled" } : row));
  expect(await rows("select id, state, updated_at from payment order by id")).toEqual(respelt);
  const counts = await rows("select state, count(*)::int as count from payment group by 1 order by 1");
  expect(counts).toEqual(states.toSorted().map((state) => ({ state, count: 2 })));
  expect(
    await rows("select outcome, count(*)::int as count from payment_attempt group by 1 order by 1"),
  ).toEqual(counts.map(({ state, count }) => ({ outcome: state, count })));
});

test("H7: after the update the old spelling is refused, and a cancelled payment makes room for another", async () => {
  const set = (state: string) =>
    database.pool.query(`update payment set state = '${state}' where id = 'p1-9'`);
  const another = (id: string) =>
    database.pool.query(`insert into payment (id, order_id, gateway, remote_id, state, currency, amount, initiator, created_at,
        updated_at) values ('${id}', 'o1-9', 'stripe', '${id}', 'new', 'USD', 699, 'customer', '2026-01-04', '2026-01-04')`);
  await expect(set("canceled")).rejects.toThrow("payment_state_check");
  await another("p3-9");
  await expect(another("p4-9")).rejects.toThrow("payment_of_gateway");
});
