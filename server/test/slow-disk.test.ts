// What a worker writes in large statements, on a disk on which each of them takes longer than a request may.
import { afterAll, beforeAll, expect, test } from "vitest";
import { cleanupTask } from "#accounts";
import { attributionTask } from "#attribution";
import { billingTasks } from "#billing";
import { popularDocumentsTask, searchBacklogTask } from "#catalogue";
import { exportTask } from "#console";
import { dbOf } from "#platform/db/database";
import { openPool } from "#platform/db/pool";
import { type DueTask, startDue } from "#platform/jobs/due";
import { timeLimit } from "../../tools/time-limit.ts";
import { type TestApp, testApp } from "./app.ts";
import { makeSeries } from "./factories.ts";
import { makeGuest } from "./people.ts";
import { silentLog } from "./silent-log.ts";
import { arrive } from "./visitors.ts";

/** The limit of a statement of a request, and how long one lasts that writes much. */
const LIMIT_MS = 700;
const SLOW_SECONDS = 1;
const DAY = 86_400;

let app: TestApp;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  app = await testApp();
  pool = openPool(app.database.url, { size: 3, statementTimeoutMs: LIMIT_MS }, silentLog);
  await app.database.pool.query(
    `create function wait_for_disk() returns trigger language plpgsql as
     $$ begin perform pg_sleep(${SLOW_SECONDS}); return null; end $$`,
  );
});
afterAll(async () => {
  await pool.end();
  await app.close();
});

const ask = async (query: string, values: unknown[] = []) =>
  (await app.database.pool.query(query, values)).rows;

/** Runs a task, as a worker does, while each statement that changes a table is slow, until `isDone`. */
async function runSlowly(task: DueTask, table: string, isDone: () => Promise<boolean>): Promise<void> {
  await app.database.pool.query(
    `create trigger slow after insert or update or delete on ${table} for each statement execute function wait_for_disk()`,
  );
  const { clock, database } = app;
  const options = { db: dbOf(pool), upkeep: database.upkeep, clock, log: silentLog, pollMs: 50 };
  const poller = startDue(options, [task]);
  try {
    await expect.poll(isDone, { timeout: timeLimit(10), interval: 100 }).toBe(true);
  } finally {
    await poller.stop();
    await app.database.pool.query(`drop trigger slow on ${table}`);
  }
}

test("search documents and cards of the backlog are written", async () => {
  const { id } = await makeSeries(app, { title: { en: "The Slow Road" } });
  await ask("delete from search_document where series_id = $1", [id]);
  await ask("insert into search_backlog values ($1) on conflict do nothing", [id]);
  await runSlowly(searchBacklogTask(), "search_document", async () => {
    const left = await ask("select from search_backlog");
    return left.length === 0;
  });
  expect(await ask("select from search_document where series_id = $1", [id])).toHaveLength(5);
});

test("the floors of search are kept", async () => {
  await ask("update search_floor set walk_id = 'none' where language = 'en'");
  const off = "select from search_floor where language = 'en' and walk_id = 'none'";
  await runSlowly(popularDocumentsTask(), "search_floor", async () => (await ask(off)).length === 0);
  expect(await ask(off)).toEqual([]);
});

test("old visits are aggregated", async () => {
  const { id } = await arrive(app, "/?utm_campaign=Slow");
  app.clock.advance(91 * DAY);
  const touches = () => ask("select from touch where visitor_id = $1", [id]);
  expect(await touches()).toHaveLength(1);
  const task = attributionTask({ ...app.attribution, db: dbOf(pool) });
  await runSlowly(task, "funnel_day", async () => (await touches()).length === 0);
  expect(await touches()).toEqual([]);
});

test("the balances of gateways are compared with all lines, and long exports written, without the limit of a request", () => {
  const exporting = { zone: async () => "UTC", memberOf: async () => null };
  const outbox = { available: false, define: () => undefined, send: async () => undefined };
  const tasks = [...billingTasks(app.billing), exportTask(exporting, outbox)];
  const long = tasks.filter(({ isLong }) => isLong).map(({ name }) => name);
  expect(long).toEqual(["balances", "exports"]);
});

test("guests without data are deleted", async () => {
  const { id } = await makeGuest(app);
  app.clock.advance(3 * DAY);
  const guests = () => ask("select from visitor where id = $1", [id]);
  const task = cleanupTask({ ...app.accounts, db: dbOf(pool) });
  await runSlowly(task, "visitor", async () => (await guests()).length === 0);
  expect(await guests()).toEqual([]);
});
