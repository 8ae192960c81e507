import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { manualClock } from "#test/manual-clock";
import { takeToken } from "./throttle.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const limit = { action: "test", max: 3, seconds: 600 };

test("no more tokens than the limit are taken, even concurrently, until the period is over", async () => {
  const clock = manualClock(new Date("2026-11-20T12:00:00Z"));
  const take = (subject: string) => takeToken(database.db, clock, limit, subject);
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => take("192.0.2.1")));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  clock.advance(599);
  await expect(take("192.0.2.1")).rejects.toMatchObject({ code: 429, retryAfter: 1 });
  await take("192.0.2.2");
  await takeToken(database.db, clock, { ...limit, action: "other" }, "192.0.2.1");
  clock.advance(1);
  await take("192.0.2.1");
});

test("the counted person is not stored in plain text", async () => {
  const clock = manualClock(new Date("2026-11-20T12:00:00Z"));
  await takeToken(database.db, clock, limit, "ana@example.com");
  const { rows } = await database.pool.query("select encode(key, 'escape') as key from throttle");
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain("ana");
});
