import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "#test/database";
import type { Database } from "./database.ts";
import { prepared } from "./prepared.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const double = async (number: number) => {
  const { rows } = await sql<{ double: number }>`select ${number}::int * 2 as double ${prepared}`.execute(
    database.db,
  );
  return rows[0]?.double;
};

async function plans(): Promise<string[]> {
  const { rows } = await database.pool.query<{ statement: string }>(
    "select statement from pg_prepared_statements",
  );
  return rows.map((row) => row.statement);
}

test("a marked statement is planned once per connection and correct for all parameters; others are not prepared", async () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) expect(await double(number)).toBe(number * 2);
  await sql`select ${1}::int as other`.execute(database.db);
  expect(await plans()).toEqual(["select $1::int * 2 as double /* prepared */"]);
});

test("a marked statement works after an error, in a transaction, and on a new connection", async () => {
  await expect(double(2_000_000_000)).rejects.toThrow("out of range");
  expect(await double(21)).toBe(42);
  const inside = await database.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ double: number }>`select ${5}::int * 2 as double ${prepared}`.execute(trx);
    return rows[0]?.double;
  });
  expect(inside).toBe(10);
  const ended = database.pool.query("select pg_terminate_backend(pg_backend_pid())");
  await expect(ended).rejects.toThrow("terminat");
  await expect.poll(() => double(4).catch(() => null)).toBe(8);
});
