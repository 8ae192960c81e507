import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { makeSeries } from "#test/factories";
import { releasing } from "#test/releasing";
import { actingOn, unaudited } from "#test/unaudited";
import { planSeries } from "./change.ts";
import { planTask } from "./release.ts";
import { listOpenDrops } from "./repository.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** Makes a series with a daily plan, and then with an episode more that has no time yet. */
async function makePlanned(): Promise<string> {
  const { id, episodes } = await makeSeries(app, { episodes: 3, free: 1 });
  const raw = unaudited(app.database.pool);
  const hide = (number: number, held: boolean) =>
    raw.query("update episode set published_at = null, held = $2 where id = $1", [
      episodes[number - 1]?.id,
      held,
    ]);
  await hide(2, true);
  await raw.query("update series set episode_count = 1 where id = $1", [id]);
  const rhythm = { startsOn: "2026-11-01", timeOfDay: "18:00", zone: "Europe/Madrid", weekdays: null };
  await planSeries(actingOn(app), { seriesId: id, ...rhythm, perTime: 1 });
  await hide(3, false);
  return id;
}

test("series whose plan gives no time do not hold up the others, and are tried again an hour later", async () => {
  const { db, pool } = app.database;
  const made = [await makePlanned(), await makePlanned(), await makePlanned(), await makePlanned()];
  // The one that can be planned comes last.
  const ids = made.toSorted();
  const planned = async () => {
    const drops = await Promise.all(ids.map((id) => listOpenDrops(db, id)));
    return drops.map((open) => open.length);
  };
  expect(await planned()).toEqual([1, 1, 1, 1]);
  const start = (day: string) =>
    unaudited(pool).query("update release_plan set starts_on = $1 where series_id = any($2)", [
      day,
      ids.slice(0, 3),
    ]);
  await start("2040-01-01");
  const task = planTask(2);
  const context = releasing(app);
  for (let run = 1; run <= 3; run++) await task.run(context);
  expect(await planned()).toEqual([1, 1, 1, 2]);
  await start("2026-11-01");
  expect(await task.run(context)).toBe(0);
  app.clock.advance(3600);
  for (let run = 1; run <= 3; run++) await task.run(context);
  expect(await planned()).toEqual([2, 2, 2, 2]);
});
