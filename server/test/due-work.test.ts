import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dbOf } from "#platform/db/database";
import { type DueTask, startDue } from "#platform/jobs/due";
import { secondNode } from "#test/app";
import { type TestMoney, testMoney } from "#test/money";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../tools/time-limit.ts";
import type { App } from "../src/app.ts";

/** The poller polls once a second, so this many polls are a minute. */
const MINUTE = 60;

let shop: TestMoney;
let node: App;
beforeAll(async () => {
  shop = await testMoney();
  node = await secondNode(shop);
});
afterAll(async () => {
  await node.stop(0);
  await shop.close();
});

test("H20: in an idle minute with all due tasks the pool runs at most one query per poll", async () => {
  // The poller's own: what the apps read every few seconds is not counted, however slow the machine is.
  const pool = new pg.Pool({ connectionString: shop.database.url });
  let polls = 0;
  const counter: DueTask = { name: "counter", hasWork: () => ++polls < 0, run: async () => 0 };
  let running = 0;
  const tasks = node.dueTasks.map(
    (task): DueTask => ({
      ...task,
      async run(context) {
        running += 1;
        try {
          return await task.run(context);
        } finally {
          running -= 1;
        }
      },
    }),
  );
  const poller = startDue(
    { db: dbOf(pool), upkeep: dbOf(pool), clock: shop.clock, log: silentLog, pollMs: 5 },
    [...tasks, counter],
  );
  await expect
    .poll(() => node.dueTasks.some(({ hasWork }) => hasWork(shop.clock.now()) === true))
    .toBe(false);
  const settled = polls;
  await expect.poll(() => polls).toBeGreaterThan(settled + 20);
  // What the first polls began, such as partitions to create, may take longer than they.
  await expect.poll(() => running).toBe(0);
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  const from = polls;
  pool.on("acquire", count);
  await expect.poll(() => polls - from, { timeout: timeLimit(20) }).toBeGreaterThanOrEqual(MINUTE);
  pool.off("acquire", count);
  const pollCount = polls - from;
  await poller.stop();
  await pool.end();
  expect(queries).toBeGreaterThan(MINUTE / 2);
  expect(queries).toBeLessThanOrEqual(pollCount + 1);
});
