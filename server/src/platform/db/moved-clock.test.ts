import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "#test/database";
import { openMovedClock } from "./moved-clock.ts";

test("the demo's clock moves for every process and keeps its offset", async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const { db } = database;
  const [here, elsewhere] = await Promise.all([openMovedClock(db), openMovedClock(db)]);
  expect(Math.abs(here.now().getTime() - Date.now())).toBeLessThan(60_000);
  expect(await here.advance(7 * 86_400)).toBe(604_800);
  expect(elsewhere.offset()).toBe(0);
  await elsewhere.refresh();
  expect(elsewhere.offset()).toBe(604_800);
  expect(await elsewhere.advance(-3600)).toBe(601_200);
  expect((await openMovedClock(db)).now().getTime()).toBeGreaterThan(Date.now() + 600_000_000);
});
