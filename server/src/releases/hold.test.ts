import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { finishFilm, makeWaitingSeries, momentIn, numbersOn, releaseWhatIsDue } from "#test/releasing";
import { actingOn, unaudited } from "#test/unaudited";
import { cancelDrop, endPlan, holdReleases, planSeries, setRelease } from "./change.ts";
import { listOpenDrops } from "./repository.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** Makes a series whose episodes after the first are shown as soon as their films are ready. */
async function makeAtOnce(waiting: number) {
  const late = Array.from({ length: waiting }, (_, at) => at + 2);
  const made = await makeWaitingSeries(app, { waiting, late });
  await unaudited(app.database.pool).query("update episode set held = false where series_id = $1", [made.id]);
  return made;
}

const hold = (seriesId: string, isHeld: boolean) => holdReleases(actingOn(app), { seriesId, isHeld });

test("G5: an episode without a time whose film came during a hold is shown when the releases go on", async () => {
  const made = await makeAtOnce(3);
  await hold(made.id, true);
  for (const number of [2, 3]) await finishFilm(app, made, number);
  await releaseWhatIsDue(app);
  expect(await numbersOn(app, made.id)).toEqual([1]);
  await hold(made.id, false);
  await app.notified();
  expect(await numbersOn(app, made.id)).toEqual([1, 2, 3]);
  await finishFilm(app, made, 4);
  await app.notified();
  expect(await numbersOn(app, made.id)).toEqual([1, 2, 3, 4]);
});

test("G5: what waits for a time or for a plan that ended during the hold stays hidden, and so does what follows it", async () => {
  const timed = await makeAtOnce(2);
  await setRelease(actingOn(app), { seriesId: timed.id, numbers: [2], moment: momentIn(app, 5) });
  await hold(timed.id, true);
  for (const number of [2, 3]) await finishFilm(app, timed, number);
  await hold(timed.id, false);
  const planned = await makeAtOnce(2);
  const daily = { startsOn: "2026-11-01", timeOfDay: "18:00", zone: "Europe/Madrid", weekdays: null };
  await planSeries(actingOn(app), { seriesId: planned.id, ...daily, perTime: 2 });
  const [drop] = await listOpenDrops(app.database.db, planned.id);
  await cancelDrop(actingOn(app), { id: drop?.id ?? "", version: drop?.version ?? 0 });
  await hold(planned.id, true);
  await unaudited(app.database.pool).query("update episode set held = false where series_id = $1", [
    planned.id,
  ]);
  for (const number of [2, 3]) await finishFilm(app, planned, number);
  await endPlan(actingOn(app), planned.id);
  await hold(planned.id, false);
  await releaseWhatIsDue(app);
  for (const { id } of [timed, planned]) expect(await numbersOn(app, id)).toEqual([1]);
  // Publishing the series shows what waits for no time.
  const { rows } = await app.database.pool.query(
    "select number from episode where held and series_id = any($1) order by number",
    [[timed.id, planned.id]],
  );
  expect(rows.map(({ number }) => number)).toEqual([2, 3, 3]);
});
