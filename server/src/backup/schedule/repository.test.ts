import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, inTransaction } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { countWaiting } from "#test/waiting";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { begin, isBackupDue, isDrillDue, listRuns, noteFault, noteSuccess } from "./repository.ts";

const HOUR_SECONDS = 3_600;
const DAY_MINUTES = 24 * 60;

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query("delete from backup_run");
});

async function isDue(everySeconds = HOUR_SECONDS): Promise<boolean | undefined> {
  const { rows } = await sql<{ due: boolean }>`select ${isBackupDue(everySeconds)} as due`.execute(
    database.db,
  );
  return rows[0]?.due;
}

/** Lets minutes pass for the schedule. */
const pass = (minutes: number) =>
  database.pool.query(
    "update backup_run set begun_at = begun_at - $1::interval, succeeded_at = succeeded_at - $1::interval",
    [`${minutes} minutes`],
  );

const beginBackup = (everySeconds = HOUR_SECONDS) => begin(database.db, "backup", isBackupDue(everySeconds));

test("O7: a backup is due at first, and then an interval after the last good one", async () => {
  expect(await isDue()).toBe(true);
  await beginBackup();
  await noteSuccess(database.db, "backup", new Date(), 1_000);
  await pass(59);
  expect(await isDue()).toBe(false);
  await pass(2);
  expect(await isDue()).toBe(true);
});

test("O7: a failed backup is due again after ten minutes, or after the interval if that is shorter", async () => {
  await beginBackup();
  await noteFault(database.db, "backup", "The disk is full.");
  await pass(9);
  expect([await isDue(), await isDue(300)]).toEqual([false, true]);
  await pass(2);
  expect(await isDue()).toBe(true);
  expect(await listRuns(database.db)).toMatchObject([{ fault: "The disk is full." }]);
  await noteSuccess(database.db, "backup", new Date());
  expect(await listRuns(database.db)).toMatchObject([{ fault: null }]);
});

test("O7: a backup that a clock far ahead has dated puts no other off once the clock is set back", async () => {
  await beginBackup();
  await noteSuccess(database.db, "backup", new Date(), 1_000);
  await pass(-3 * DAY_MINUTES);
  expect(await beginBackup()).toBe(true);
  await noteSuccess(database.db, "backup", new Date(), 1_000);
  expect(await isDue()).toBe(false);
});

test.each([
  ["the first", () => Promise.resolve()],
  ["another", () => noteSuccess(database.db, "backup", new Date(Date.now() - 2 * HOUR_SECONDS * 1000))],
])("O7: of two nodes that find %s backup due at the same moment, one begins it", async (_, before) => {
  await before();
  const second = await inTransaction(database.db, async (trx) => {
    expect(await begin(trx, "backup", isBackupDue(HOUR_SECONDS))).toBe(true);
    const waiting = beginBackup();
    await expect.poll(() => countWaiting(database.pool), { timeout: timeLimit(30) }).toBe(1);
    return { waiting };
  });
  expect(await second.waiting).toBe(false);
  expect(await beginBackup()).toBe(false);
});

test("O7: a drill begins weekly, daily after a failure, and never for a database above the limit", async () => {
  const drill = (limitBytes = 5e9) => begin(database.db, "drill", isDrillDue(limitBytes));
  expect(await drill(1)).toBe(false);
  expect(await drill()).toBe(true);
  await noteFault(database.db, "drill", "A table differs.");
  await pass(DAY_MINUTES - 1);
  expect(await drill()).toBe(false);
  await pass(2);
  expect(await drill()).toBe(true);
  await noteSuccess(database.db, "drill", new Date());
  await pass(7 * DAY_MINUTES - 1);
  expect(await drill()).toBe(false);
  await pass(2);
  expect(await drill()).toBe(true);
});
