import { expect, test } from "vitest";
import type { Db } from "#platform/db/database";
import type { DueContext } from "#platform/jobs/due";
import { bindTasks } from "./jobs.ts";
import type { Billing } from "./records/billing.ts";

test("a long task reads by the connections of the poller, which limit no statement, and any other by billing's", async () => {
  const [own, given] = [{} as Db, {} as Db];
  const used: unknown[] = [];
  const run = async ({ db }: Billing) => used.push(db);
  const hasWork = () => true;
  const tasks = bindTasks({ db: own } as Billing, [
    { name: "long", hasWork, run, isLong: true },
    { name: "short", hasWork, run },
  ]);
  for (const task of tasks) await task.run({ db: given } as DueContext);
  expect(used.map((db) => db === given)).toEqual([true, false]);
  expect(tasks.map(({ isLong }) => isLong)).toEqual([true, false]);
});
