import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testDatabase } from "#test/database";
import { manualClock } from "#test/manual-clock";
import { silentLog } from "#test/silent-log";
import { type Database, dbOf } from "../db/database.ts";
import { withLease } from "../db/lease.ts";
import { openPool } from "../db/pool.ts";
import { type DueTask, everyHour, startDue } from "./due.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query("create table chore (name text, done boolean not null default false)");
});
afterAll(() => database.close());
beforeEach(() => database.pool.query("truncate chore"));

const clock = manualClock(new Date("2026-11-20T12:00:00Z"));
const HOUR_S = 3600;
const poll = (tasks: readonly DueTask[], log = silentLog) =>
  startDue({ db: database.db, upkeep: database.upkeep, clock, log, pollMs: 5 }, tasks);

/** Returns a task whose work is one row of its name in `chore`; `run` finishes it. */
function chore(name: string, more: Partial<DueTask> = {}): DueTask {
  return {
    name,
    hasWork: () => sql`exists (select from chore where name = ${name} and not done)`,
    run: async ({ db }) => {
      await sql`update chore set done = true where name = ${name}`.execute(db);
      return 0;
    },
    ...more,
  };
}
const add = (name: string) => database.pool.query("insert into chore values ($1)", [name]);
const isDone = async (name: string) =>
  (await database.pool.query("select from chore where name = $1 and not done", [name])).rowCount === 0;

test("the statements of a long task may take as long as they need, those of others no longer than a request's", async () => {
  const limits: Record<string, string | undefined> = {};
  const tasks = [false, true].map((isLong) =>
    chore(`long: ${isLong}`, {
      isLong,
      run: async ({ db }) => {
        const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
        limits[`long: ${isLong}`] = rows[0]?.statement_timeout;
        await sql`update chore set done = true`.execute(db);
        return 0;
      },
    }),
  );
  for (const { name } of tasks) {
    await add(name);
    const poller = poll(tasks);
    await expect.poll(() => isDone(name)).toBe(true);
    await poller.stop();
  }
  expect(limits).toEqual({ "long: false": "5s", "long: true": "0" });
});

test("H20: one query asks for all idle tasks, and a task without work never runs", async () => {
  let polls = 0;
  let runs = 0;
  const idle = ["a", "b", "c"].map((name) =>
    chore(name, {
      run: async () => {
        runs += 1;
        return 0;
      },
    }),
  );
  const counter: DueTask = { name: "counter", hasWork: () => ++polls < 0, run: async () => 0 };
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  database.pool.on("acquire", count);
  const poller = poll([...idle, counter]);
  await expect.poll(() => polls).toBeGreaterThan(20);
  await poller.stop();
  database.pool.off("acquire", count);
  expect([queries <= polls, runs]).toEqual([true, 0]);
});

test("V12: the question for due work is planned once on a connection, also while a task runs, and reads the index of what is due", async () => {
  await database.pool.query(
    `create table due_row as select now() + interval '1 year' as due_at, repeat('x', 200) as rest
     from generate_series(1, 5000)`,
  );
  await database.pool.query("create index due_row_at on due_row (due_at)");
  await database.pool.query("analyze due_row");
  const pool = openPool(database.url, { size: 1, statementTimeoutMs: 0 }, silentLog);
  const ended = Promise.withResolvers<void>();
  let polls = 0;
  const tasks: DueTask[] = [
    { name: "counter", hasWork: () => ++polls < 0, run: async () => 0 },
    {
      name: "indexed",
      hasWork: (now) => sql`exists (select from due_row where due_at <= ${now})`,
      run: async () => 0,
    },
    chore("running", { run: async () => ended.promise.then(() => 0) }),
  ];
  const poller = startDue(
    { upkeep: database.upkeep, db: dbOf(pool), clock, log: silentLog, pollMs: 5 },
    tasks,
  );
  await expect.poll(() => polls).toBeGreaterThan(10);
  await add("running");
  const before = polls;
  await expect.poll(() => polls).toBeGreaterThan(before + 10);
  ended.resolve();
  await poller.stop();
  const plans = await pool.query("select from pg_prepared_statements where statement ~ 'due_row'");
  await pool.query("select pg_stat_force_next_flush()");
  const { rows } = await pool.query(
    // Making the index reads the table.
    "select seq_scan < 5 as spares_table, idx_scan > 20 as uses_index from pg_stat_user_tables where relname = 'due_row'",
  );
  await pool.end();
  expect([plans.rowCount, rows]).toEqual([1, [{ spares_table: true, uses_index: true }]]);
});

test("a task is called again until nothing is left, and a waiting one delays no other", async () => {
  const gateway = Promise.withResolvers<void>();
  const batches = [3, 1, 0, 0];
  const slow = chore("slow", {
    run: async () => {
      await gateway.promise;
      return 0;
    },
  });
  const batched = chore("batched", {
    run: async (context) => {
      const done = batches.shift() ?? 0;
      if (done === 0) await chore("batched").run(context);
      return done;
    },
  });
  await add("slow");
  await add("batched");
  const poller = poll([slow, batched]);
  await expect.poll(() => isDone("batched")).toBe(true);
  expect([batches, await isDone("slow")]).toEqual([[0], false]);
  gateway.resolve();
  await poller.stop();
});

test("a task that fails is logged and waits, while the others continue", async () => {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (logged: string) => void lines.push(logged) });
  let tries = 0;
  const failing = chore("failing", {
    run: async () => {
      tries += 1;
      throw new Error("the gateway fell over");
    },
  });
  await add("failing");
  const poller = poll([failing, chore("other")], log);
  await expect.poll(() => tries).toBe(1);
  await add("other");
  await expect.poll(() => isDone("other")).toBe(true);
  await poller.stop();
  expect(tries).toBe(1);
  expect(lines.map((logged) => JSON.parse(logged))).toMatchObject([
    {
      level: 50,
      task: "failing",
      msg: "A due task failed; will retry",
      err: { message: "the gateway fell over" },
    },
  ]);
});

test("stopping waits for the task under way with its last query, and no query follows", async () => {
  const started = Promise.withResolvers<void>();
  const task = chore("long", {
    run: async (context) => {
      started.resolve();
      await new Promise((resolve) => context.signal.addEventListener("abort", resolve));
      await pause(20);
      await chore("long").run(context);
      return 1;
    },
  });
  await add("long");
  const poller = poll([task]);
  await started.promise;
  await poller.stop();
  expect(await isDone("long")).toBe(true);
  let later = 0;
  const count = () => {
    later += 1;
  };
  database.pool.on("acquire", count);
  await pause(50);
  database.pool.off("acquire", count);
  expect(later).toBe(0);
});

test("hourly work is done once an hour of the clock, even when the clock moves back, and an hour after a failure", async () => {
  let runs = 0;
  const hourly = everyHour("sweeping", async () => {
    runs += 1;
    if (runs === 2) throw new Error("the broom broke");
  });
  const isDue = () => hourly.hasWork(clock.now());
  const run = () =>
    hourly.run({ db: database.db, clock, log: silentLog, signal: new AbortController().signal });
  expect(isDue()).toBe(true);
  await run();
  clock.advance(HOUR_S - 1);
  expect(isDue()).toBe(false);
  clock.advance(1);
  expect(isDue()).toBe(true);
  await expect(run()).rejects.toThrow("the broom broke");
  expect(isDue()).toBe(false);
  clock.advance(-2 * HOUR_S);
  expect(isDue()).toBe(true);
  await run();
  expect(runs).toBe(3);
});

test("hourly work that another node is doing is skipped", async () => {
  let runs = 0;
  const hourly = everyHour("sweeping", async () => {
    runs += 1;
  });
  await withLease(database.db, "sweeping", () =>
    hourly.run({ db: database.db, clock, log: silentLog, signal: new AbortController().signal }),
  );
  expect([runs, hourly.hasWork(clock.now())]).toEqual([0, false]);
});
