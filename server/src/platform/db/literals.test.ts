import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "#test/database";
import type { Database } from "./database.ts";
import { withLiterals } from "./literals.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("a statement with literals has no parameters and the same result, whatever its values contain", async () => {
  const odd = `it's "quoted" \\ $1 ; --`;
  const at = new Date("2026-11-20T12:00:00.123Z");
  const query = sql<{ odd: string; at: Date; number: number }>`
    select ${odd}::text as odd, ${at}::timestamptz as at, ${7}::int as number`;
  const literal = query.compile(withLiterals(database.db));
  expect([literal.parameters, literal.sql.includes("7::int")]).toEqual([[], true]);
  expect((await query.execute(withLiterals(database.db))).rows).toEqual([{ odd, at, number: 7 }]);
  expect((await query.execute(database.db)).rows).toEqual([{ odd, at, number: 7 }]);
  const list = sql<{ one: string }>`select one from unnest(${["a", "b"]}::text[]) as one where one > ${"a"}`;
  expect((await list.execute(withLiterals(database.db))).rows).toEqual([{ one: "b" }]);
});

test("V12: the embedded server plans once for any values, so a condition on due rows needs literals to use its index", async () => {
  const { db, pool } = database;
  await pool.query(
    `create table due_work as select i as id, now() + interval '1 day' as due_at, repeat('x', 200) as rest
     from generate_series(1, 5000) as i`,
  );
  await pool.query("create index due_work_at on due_work (due_at)");
  await pool.query("analyze due_work");
  const plan = async (text: string) => {
    const client = await pool.connect();
    try {
      await client.query(`prepare planned (timestamptz) as ${text}`);
      const { rows } = await client.query<{ "QUERY PLAN": string }>("explain execute planned ('2026-01-01')");
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    } finally {
      await client.query("deallocate planned");
      client.release();
    }
  };
  const query = sql`select exists (select from due_work where due_at <= ${new Date("2026-01-01")})`;
  expect(await plan(query.compile(db).sql)).toContain("Seq Scan");
  expect(await plan(query.compile(withLiterals(db)).sql)).toContain("Index");
});

test("a search is planned once for all words, by its function where the role does not say so; that of the release before for its words", async () => {
  const { rows } = await database.pool.query<{ name: string; settings: string[] }>(
    "select proname as name, proconfig as settings from pg_proc where proname ~ '^search_hits' order by proname",
  );
  const once = ["de", "en", "es", "fr", "pt"].map((language) => ({
    name: `search_hits_${language}`,
    settings: ["plan_cache_mode=force_generic_plan"],
  }));
  expect(rows).toEqual([{ name: "search_hits", settings: ["plan_cache_mode=auto"] }, ...once]);
});
