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

/** Makes a series with a daily plan, and then with an episode more, of number `late`, that has no time yet. */
async function makePlanned(late: 2 | 3 = 3): Promise<string> {
  const { id, episodes } = await makeSeries(app, { episodes: 3, free: 1 });
  const raw = unaudited(app.database.pool);
  const hide = (number: number, held: boolean) =>
    raw.query("update episode set published_at = null, held = $2 where id = $1", [
      episodes[number - 1]?.id,
      held,
    ]);
  await hide(late === 3 ? 2 : 3, true);
  await raw.query("update series set episode_count = 1 where id = $1", [id]);
  const rhythm = { startsOn: "2026-11-01", timeOfDay: "18:00", zone: "Europe/Madrid", weekdays: null };
  await planSeries(actingOn(app), { seriesId: id, ...rhythm, perTime: 1 });
  await hide(late, false);
  return id;
}

test("G1: an episode that comes before a planned one joins its drop, whose operator sees that it changed", async () => {
  const { db } = app.database;
  const id = await makePlanned(2);
  const [before] = await listOpenDrops(db, id);
  expect(before?.episodes.map(({ number }) => number)).toEqual([3]);
  await planTask().run(releasing(app));
  const drops = await listOpenDrops(db, id);
  expect(drops).toMatchObject([{ id: before?.id, at: before?.at, version: (before?.version ?? 0) + 1 }]);
  expect(drops[0]?.episodes.map(({ number }) => number)).toEqual([2, 3]);
  const { rows } = await app.database.pool.query<{ at: Date }>(
    "select release_at as at from episode where series_id = $1 and number in (2, 3)",
    [id],
  );
  expect(rows.map(({ at }) => at)).toEqual([before?.at, before?.at]);
});

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
