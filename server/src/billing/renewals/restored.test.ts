import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestMemberships, testMembershipsWithMail } from "#test/memberships";
import { silentLog } from "#test/silent-log";
import { billingTasks } from "../open.ts";
import { holdAfterRestore, resumeAfterRestore } from "../records/restored/repository.ts";
import { day, later } from "../subscriptions/period.ts";

let shop: TestMemberships;
beforeAll(async () => {
  shop = await testMembershipsWithMail();
});
afterAll(() => shop?.close());

/** Runs all due tasks of billing as the poller does, until none has work. */
async function runDue(): Promise<void> {
  const { database, clock } = shop;
  const context = { db: database.db, clock, log: silentLog, signal: new AbortController().signal };
  let count: number;
  do {
    count = 0;
    for (const task of billingTasks(shop.billing)) count += await task.run(context);
  } while (count > 0);
}

test("O8: after a restore no membership renews by itself until the operator resumes, and then once", async () => {
  const { db } = shop.database;
  const member = await shop.subscribe(30);
  const { period_end: end } = await shop.stored(member.subscriptionId);
  await shop.at(later(end, -day));
  await holdAfterRestore(db, later(end, -day));
  shop.clock.advance(86_400 + 60);
  await runDue();
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1 });
  expect(await resumeAfterRestore(db)).toBe(true);
  expect(await resumeAfterRestore(db)).toBe(false);
  await runDue();
  await runDue();
  expect(await shop.charges(member.subscriptionId)).toEqual({ 1: 1, 2: 1 });
});
