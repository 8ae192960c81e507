import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "#test/database";
import type { Database } from "./database.ts";
import { withLease } from "./lease.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const quickly = async () => undefined;

test("only one of two processes does the work, and it can be done again, even after a failure", async () => {
  const { db } = database;
  let inner: boolean | null = null;
  let other: boolean | null = null;
  const done = await withLease(db, "tidying", async () => {
    inner = await withLease(db, "tidying", quickly);
    other = await withLease(db, "something else", quickly);
  });
  expect([done, inner, other]).toEqual([true, false, true]);
  const failing = withLease(db, "tidying", async () => {
    throw new Error("the broom broke");
  });
  await expect(failing).rejects.toThrow("the broom broke");
  expect(await withLease(db, "tidying", quickly)).toBe(true);
});
