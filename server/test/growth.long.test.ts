import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { keepPartitions, listPartitions, partitionFigures } from "#platform/db/partitions";
import { countedPlayPartitions } from "#playback";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { makeGuest } from "#test/people";
import { timeLimit } from "../../tools/time-limit.ts";

vi.setConfig({ testTimeout: timeLimit(120) });

const DAYS = 400;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const query = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows;
const keep = () => keepPartitions(app.database.upkeep, countedPlayPartitions, app.clock.now());
const strays = async () =>
  (await partitionFigures([countedPlayPartitions]).read(app.database.db, app.clock.now()))[0]?.value;

/** Advances the clock to a minute of the day, or of the next one. */
function goTo(minute: number, days = 0): void {
  const now = app.clock.now().getTime();
  const target = now - (now % DAY_MS) + days * DAY_MS + minute * MINUTE_MS;
  app.clock.advance((target - now) / 1000);
}

async function countPlays(series: MadeSeries): Promise<number> {
  const [row] = await query(
    `select ((select coalesce(sum(plays), 0) from series_plays where series_id = $1)
       + (select coalesce(sum(plays), 0) from pending_play where series_id = $1))::int as plays`,
    [series.id],
  );
  return row?.plays;
}

/** What one report says. */
interface Told {
  viewer: number;
  episode: number;
  /** Minute of the day at which it arrives. */
  minute: number;
  /** Minutes that it waited in the browser. */
  waited: number;
  position: number;
}

const aReport: fc.Arbitrary<Told> = fc.record({
  viewer: fc.nat(2),
  episode: fc.nat(1),
  // Half of them within the hour around midnight.
  minute: fc.oneof(
    fc.integer({ min: 0, max: 1439 }),
    fc.integer({ min: 0, max: 30 }),
    fc.integer({ min: 1410, max: 1439 }),
  ),
  waited: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 120 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1380, max: 1500 }) },
  ),
  position: fc.constantFrom(1, 5, 20),
});

/** Counts plays and keeps progress in one map each, for ever: what the partitions must amount to. */
class Model {
  plays = 0;
  readonly progress = new Map<string, { at: number; position: number }>();
  private readonly counted = new Map<string, { at: number; heard: number }>();

  report(key: string, at: number, now: number, position: number): void {
    const known = this.progress.get(key);
    if (known && (known.at > at || (known.at === at && known.position >= position))) return;
    this.progress.set(key, { at, position });
    if (position < 3 || at <= now - DAY_MS) return;
    const last = this.counted.get(key);
    const isAgain = last && (at < last.at + 30 * MINUTE_MS || now < last.heard + 30 * MINUTE_MS);
    if (isAgain) return;
    this.counted.set(key, { at, heard: now });
    this.plays += 1;
  }
}

test("O22: 400 days of plays in partitions count as many as one table that forgets nothing", async () => {
  const series = await makeSeries(app);
  const viewers = await Promise.all([makeGuest(app), makeGuest(app), makeGuest(app)]);
  const days = fc.sample(fc.array(aReport, { maxLength: 8 }), { numRuns: DAYS, seed: 22 });
  const model = new Model();
  let missed = 0;
  for (const [day, reports] of days.entries()) {
    goTo(0, 1);
    // In one week of each two months the upkeep rests for longer than it works ahead.
    const isKept = day % 60 >= 7;
    expect(isKept && (await keep()).isBusy).toBe(false);
    for (const told of reports.toSorted((one, other) => one.minute - other.minute)) {
      goTo(told.minute);
      const now = app.clock.now().getTime();
      const at = now - told.waited * MINUTE_MS;
      const [viewer, episode] = [viewers[told.viewer], series.episodes[told.episode]];
      if (!viewer || !episode) throw new Error("nobody");
      await app.library.report({ id: viewer.id, kind: "guest" }, [
        { episodeId: episode.id, position: told.position, at: new Date(at).toISOString() },
      ]);
      model.report(`${viewer.id} ${episode.id}`, at, now, told.position);
    }
    expect(await countPlays(series), `day ${day}`).toBe(model.plays);
    const left = (await strays()) ?? 0;
    expect(isKept && left > 0, `day ${day}`).toBe(false);
    missed += left;
  }
  // The days without upkeep did need the default partition, and what it had was moved from it.
  expect(missed).toBeGreaterThan(0);
  expect(model.plays).toBeGreaterThan(500);
  await keep();
  expect(await listPartitions(app.database.db, "counted_play")).toHaveLength(2 + 1 + 3);
  const rows = await query(
    `select visitor_id || ' ' || episode_id as key, extract(epoch from watched_at)::float8 * 1000 as at, position
     from progress where series_id = $1`,
    [series.id],
  );
  expect(new Map(rows.map(({ key, at, position }) => [key, { at, position }]))).toEqual(model.progress);
});

test("O22: a play over midnight counts once", async () => {
  const series = await makeSeries(app);
  const guest = await makeGuest(app);
  const report = (position: number) =>
    app.library.report({ id: guest.id, kind: "guest" }, [
      { episodeId: series.episodes[0]?.id ?? "", position },
    ]);
  goTo(1439, 1);
  await keep();
  await report(4);
  goTo(1, 1);
  await keep();
  await report(70);
  goTo(28);
  await report(90);
  expect(await countPlays(series)).toBe(1);
  goTo(30);
  await report(95);
  expect(await countPlays(series)).toBe(2);
});

test("O22: a day that somebody reads is not dropped, and no report waits for that for 100 ms", async () => {
  const series = await makeSeries(app);
  const guest = await makeGuest(app);
  await keep();
  goTo(0, 3);
  let worst = 0;
  let isOver = false;
  const reporting = (async () => {
    while (!isOver) {
      const began = performance.now();
      await app.library.report({ id: guest.id, kind: "guest" }, [
        { episodeId: series.episodes[0]?.id ?? "", position: 4 },
      ]);
      worst = Math.max(worst, performance.now() - began);
      app.clock.advance(1);
      await pause(5);
    }
  })();
  // How long reports take on this machine when nobody waits for the table.
  await pause(3_000);
  const control = worst;
  worst = 0;
  const reader = await app.database.pool.connect();
  try {
    await reader.query("begin; select count(*) from counted_play");
    expect(await keep()).toMatchObject({ dropped: 0, isBusy: true });
    expect(worst).toBeLessThan(control + timeLimit(0.1));
  } finally {
    await reader.query("rollback");
    reader.release();
    isOver = true;
    await reporting;
  }
  expect(await keep()).toMatchObject({ isBusy: false });
  expect(await listPartitions(app.database.db, "counted_play")).toHaveLength(2 + 1 + 3);
});
