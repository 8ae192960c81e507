import fc from "fast-check";
import { sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { countSeries } from "./list.ts";

const WRITERS = 4;

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const states = ["draft", "live", "withdrawn"] as const;
const some = fc.integer({ min: 0, max: 5 });
const step = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), state: fc.constantFrom(...states), n: some }),
  fc.record({ kind: fc.constant("again" as const), state: fc.constantFrom(...states), n: some }),
  fc.record({ kind: fc.constant("move" as const), state: fc.constantFrom(...states), from: some, n: some }),
  fc.record({ kind: fc.constant("mix" as const) }),
  fc.record({ kind: fc.constant("plays" as const) }),
  fc.record({ kind: fc.constant("draft" as const), from: some, n: some }),
  fc.record({ kind: fc.constant("publish" as const), from: some }),
  fc.record({ kind: fc.constant("remove" as const), from: some, n: some }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const transaction = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  ends: fc.constantFrom("commit", "commit", "rollback"),
  isolation: fc.constantFrom("read committed", "read committed", "repeatable read"),
});
type Transaction = typeof transaction extends fc.Arbitrary<infer T> ? T : never;

/** A writer's own series, so that writers could wait for each other at the counters alone. */
const own = "id like $1 || '-%' and split_part(id, '-', 2)::int between $2 and $3";

async function run(client: pg.PoolClient, writer: string, one: Step): Promise<void> {
  const from = "from" in one ? one.from : 0;
  const range = [writer, from, from + ("n" in one ? one.n : 0)];
  const insert = `insert into series (id, source_key, title, synopsis, free_episode_count, created_at, updated_at, state)
    select $1 || '-' || n, $1 || '-' || n, '{}', '{}', 0, now(), now(), $3 from generate_series(0, $2::int) as n on conflict (id) do `;
  const updates = `update set state = excluded.state`;
  if (one.kind === "add") await client.query(`${insert} nothing`, [writer, one.n, one.state]);
  if (one.kind === "again") await client.query(`${insert} ${updates}`, [writer, one.n, one.state]);
  if (one.kind === "move")
    await client.query(`update series set state = $4 where ${own}`, [...range, one.state]);
  if (one.kind === "mix")
    await client.query(
      `update series set state = (array['draft', 'live', 'withdrawn'])[1 + split_part(id, '-', 2)::int % 3]
       where id like $1 || '-%'`,
      [writer],
    );
  if (one.kind === "plays")
    await client.query("update series set play_count = play_count + 1 where id like $1 || '-%'", [writer]);
  if (one.kind === "draft")
    await client.query(
      `insert into series_draft (series_id, content) select id, '{}' from series where ${own}
       on conflict (series_id) do update set content = '{"again": 1}'`,
      range,
    );
  if (one.kind === "publish")
    await client.query("delete from series_draft where series_id = $1 || '-' || $2::int", [writer, from]);
  if (one.kind === "remove") await client.query(`delete from series where ${own}`, range);
}

async function write(writer: string, transactions: readonly Transaction[]): Promise<void> {
  const client = await database.pool.connect();
  try {
    for (const { steps, ends, isolation } of transactions) {
      await client.query(`begin isolation level ${isolation}`);
      // Nobody may wait for a counter: it would be refused here.
      await client.query("select set_config('app.actor', 'system:restore', true)");
      await client.query("set local lock_timeout = '300ms'");
      for (const one of steps) await run(client, writer, one);
      await client.query(ends);
    }
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Counts by the counters and plainly, of one moment. */
async function both() {
  return database.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      const kept = await countSeries(trx);
      const { rows } = await sql`
        select count(*)::int as "all", count(*) filter (where state = 'draft')::int as draft,
          count(*) filter (where state = 'live')::int as live,
          count(*) filter (where state = 'withdrawn')::int as withdrawn,
          (select count(*)::int from series_draft) as changed from series`.execute(trx);
      return { kept, counted: rows[0] };
    });
}

test(
  "§12.1: the tabs' counters equal a plain count, at each moment of writers that commit, roll back and change many at once",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(transaction, { minLength: 1, maxLength: 5 }), {
          minLength: WRITERS,
          maxLength: WRITERS,
        }),
        async (plans) => {
          let writing = true;
          const writers = Promise.all(plans.map((plan, no) => write(`writer${no}`, plan))).finally(() => {
            writing = false;
          });
          while (writing) {
            const { kept, counted } = await both();
            expect(kept).toEqual(counted);
          }
          await writers;
          const { kept, counted } = await both();
          expect(kept).toEqual(counted);
        },
      ),
      { numRuns: 40 },
    );
    // What is gathered stays little, however much was written.
    const { rows } = await database.pool.query("select count(*)::int as n from series_count");
    expect(rows[0].n).toBeLessThan(100);
  },
  timeLimit(60_000),
);

test("§12.1: emptying the table of series, as some tests and tools do, leaves the counters at nothing", async () => {
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('app.actor', 'system:restore', true)");
    await client.query("truncate series cascade");
    await client.query("commit");
  } finally {
    client.release();
  }
  expect(await countSeries(database.db)).toEqual({ all: 0, draft: 0, live: 0, withdrawn: 0, changed: 0 });
});
