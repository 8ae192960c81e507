import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  attributionTask,
  groupings,
  noteSteps,
  type ReportOptions,
  readReport,
  type Step,
  stepPartitions,
  touchPartitions,
} from "#attribution";
import { type Database, type Db, openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { keepPartitions, listPartitions } from "#platform/db/partitions";
import { type TestApp, testApp } from "#test/app";
import { withEmptyDatabase } from "#test/database";
import { makeGuest, makeMember } from "#test/people";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../tools/time-limit.ts";
import { migrations } from "../migrations/index.ts";

vi.setConfig({ testTimeout: timeLimit(120) });

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const query = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows;

/** One step of a visitor on a day, as a browser tells of it, again and again. */
const aStep = fc.record({
  visitor: fc.nat(3),
  series: fc.constantFrom("one", "two"),
  step: fc.constantFrom<Step["step"]>("first_frame", "episode", "episode", "paywall", "checkout"),
  episodeNumber: fc.integer({ min: 1, max: 6 }),
});

/** Keeps the first step of each kind, and counts people once the first of theirs in a series is 90 days old: in maps, for ever. */
class Model {
  readonly steps = new Map<string, Step>();
  readonly counted = new Map<string, number>();

  note(step: Step): void {
    const key = [step.visitorId, step.seriesId, step.step, step.episodeNumber].join(" ");
    if (!this.steps.has(key)) this.steps.set(key, step);
  }

  aggregate(now: Date): void {
    for (const [, steps] of Map.groupBy(
      [...this.steps],
      ([, step]) => `${step.visitorId} ${step.seriesId}`,
    )) {
      const [first] = steps
        .map(([, step]) => step)
        .sort((one, other) => one.at.getTime() - other.at.getTime());
      if (!first || first.at.getTime() >= now.getTime() - 90 * DAY_MS) continue;
      const own = steps.map(([, step]) => step);
      const watched = own.filter(({ step }) => step === "first_frame" || step === "episode");
      const depth = Math.max(0, ...watched.map(({ episodeNumber }) => episodeNumber));
      const add = (measure: string, n: number) => {
        const key = [first.at.toISOString().slice(0, 10), first.seriesId, measure, n].join(" ");
        this.counted.set(key, (this.counted.get(key) ?? 0) + 1);
      };
      if (watched.length > 0) add("depth", depth);
      if (watched.some(({ episodeNumber }) => episodeNumber === 1)) add("began", depth);
      for (const name of ["paywall", "checkout"]) if (own.some(({ step }) => step === name)) add(name, 0);
      for (const [key] of steps) this.steps.delete(key);
    }
  }
}

test("O22: 400 days of steps in partitions count as many people as one table that forgets nothing", async () => {
  const visitors = await Promise.all([1, 2, 3, 4].map(() => makeGuest(app)));
  const { db, upkeep } = app.database;
  const days = fc.sample(fc.array(aStep, { maxLength: 5 }), { numRuns: 400, seed: 22 });
  const model = new Model();
  const signal = new AbortController().signal;
  let busy = 0;
  for (const [day, told] of days.entries()) {
    app.clock.advance(DAY_MS / 1000);
    const at = app.clock.now();
    // In every third month the upkeep rests until its end.
    for (const partitioned of at.getUTCMonth() % 3 > 0 ? [stepPartitions, touchPartitions] : [])
      busy += (await keepPartitions(upkeep, partitioned, at)).isBusy ? 1 : 0;
    const steps = told.map(({ visitor, series, ...rest }) => ({
      ...rest,
      visitorId: visitors[visitor]?.id ?? "",
      seriesId: series,
      at,
    }));
    await noteSteps(db, steps);
    for (const step of steps) model.note(step);
    if (day % 10 === 0) {
      await attributionTask(app.attribution).run({ db, clock: app.clock, log: silentLog, signal });
      model.aggregate(at);
    }
  }
  expect(busy).toBe(0);
  const rows = await query(
    "select visitor_id || ' ' || series_id || ' ' || step || ' ' || episode_number as key, at from funnel_step",
  );
  expect(rows.map(({ key, at }) => `${key} ${at.toISOString()}`).sort()).toEqual(
    [...model.steps].map(([key, { at }]) => `${key} ${at.toISOString()}`).sort(),
  );
  const counted = await query(
    `select to_char(day, 'YYYY-MM-DD') || ' ' || series_id || ' ' || measure || ' ' || n as key, visitors
     from funnel_day where model = 'last' and measure <> 'visit'`,
  );
  expect(counted.length).toBeGreaterThan(20);
  expect(new Map(counted.map(({ key, visitors: n }) => [key, n]))).toEqual(model.counted);
  for (const partitioned of [stepPartitions, touchPartitions]) {
    await keepPartitions(upkeep, partitioned, app.clock.now());
    expect((await listPartitions(db, partitioned.table)).length).toBeLessThanOrEqual(4 + 1 + 3);
    expect(await query(`select from ${partitioned.table}_default`)).toEqual([]);
  }
});

test("O22: a month whose steps are not counted yet is not dropped", async () => {
  const guest = await makeGuest(app);
  const { db, upkeep } = app.database;
  const at = app.clock.now();
  await keepPartitions(upkeep, stepPartitions, at);
  await noteSteps(db, [{ visitorId: guest.id, seriesId: "late", step: "paywall", episodeNumber: 4, at }]);
  const later = new Date(at.getTime() + 200 * DAY_MS);
  await keepPartitions(upkeep, stepPartitions, later);
  expect(await query("select from funnel_step where series_id = 'late'")).toHaveLength(1);
});

test("O22: signing in keeps the earlier of equal steps, also of another month, and each once", async () => {
  const member = await makeMember(app);
  const guest = await makeGuest(app);
  const { db, upkeep } = app.database;
  const step = (visitorId: string, episodeNumber: number, days: number): Step => ({
    visitorId,
    seriesId: "both",
    step: "episode",
    episodeNumber,
    at: new Date(app.clock.now().getTime() - days * DAY_MS),
  });
  await keepPartitions(upkeep, stepPartitions, app.clock.now());
  await noteSteps(db, [
    step(member.id, 1, 40),
    step(member.id, 2, 1),
    step(guest.id, 1, 3),
    step(guest.id, 2, 50),
    step(guest.id, 3, 2),
  ]);
  const { email, password } = member;
  expect((await guest.call("POST", "/api/user/login", { email, password })).code).toBe(200);
  const rows = await query(
    "select visitor_id, episode_number as n, at from funnel_step where series_id = 'both' order by n",
  );
  expect(rows).toEqual(
    [step(member.id, 1, 40), step(member.id, 2, 50), step(member.id, 3, 2)].map(
      ({ visitorId, episodeNumber, at }) => ({
        visitor_id: visitorId,
        n: episodeNumber,
        at,
      }),
    ),
  );
});

/** Every figure of visitors in the reports, over all groupings, both touches and three spans. */
async function readAll(db: Db): Promise<unknown[]> {
  const reports: unknown[] = [];
  const spans = [
    ["2026-08-01", "2026-12-01"],
    ["2026-10-15", "2026-11-02"],
    ["2026-11-01", "2026-11-20"],
  ] as const;
  for (const by of groupings)
    for (const touch of ["first", "last"] as const)
      for (const [from, to] of spans) {
        const options: ReportOptions = {
          from: new Date(from),
          to: new Date(to),
          by,
          touch,
          series: { id: "s1", title: "s1" },
          titleOf: async (id) => id,
        };
        reports.push(await readReport(db, options));
      }
  return reports;
}

/** Three months of visits, steps and plays, in a schema from before the partitions. */
const SEED = `
  insert into visitor (id, kind, referrer_token, created_at)
    select 'v' || n, 'guest', 'r' || n, '2026-08-20' from generate_series(1, 300) as n;
  insert into channel (kind, campaign, token, language, made_on)
    select kind, campaign, '', 'en', '2026-08-20' from unnest(array['tiktok', 'google', 'direct']) as kind,
      unnest(array['Autumn', 'Winter']) as campaign;
  insert into touch (id, visitor_id, at, record, own_channel, first_channel, last_channel)
    select 't' || n || '-' || k, 'v' || n, '2026-08-25'::timestamptz + make_interval(hours => (n * 7 + k * 331) % 2000),
      jsonb_build_object('kind', 'direct', 'value', null, 'seriesId', 's' || n % 3, 'utm', '{}'::jsonb),
      1 + n % 6, 1 + n % 6, 1 + (n + k) % 6
    from generate_series(1, 300) as n, generate_series(1, 3) as k;
  insert into funnel_step (visitor_id, series_id, step, episode_number, at, first_channel, last_channel)
    select 'v' || n, 's' || n % 3, case when k = 7 then 'paywall' when k = 8 then 'checkout' else 'episode' end, least(k, 6),
      '2026-08-26'::timestamptz + make_interval(hours => (n * 7) % 1900 + k * 17), 1 + n % 6, 1 + (n + k) % 6
    from generate_series(1, 300) as n, generate_series(1, 8) as k where k <= n % 9`;

test("O22: reports show the same figures before and after visits were put into partitions", async () => {
  await withEmptyDatabase(async (databaseUrl) => {
    const database: Database = await openDatabase({
      databaseUrl,
      dataDir: "",
      mode: "own",
      holder: "npm test",
      log: silentLog,
    });
    try {
      const former = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0114"));
      await migrate(database, former, silentLog);
      await database.pool.query(SEED);
      const rows = async () => {
        const counted = `select (select count(*) from touch) as touches, (select count(*) from funnel_step) as steps`;
        return (await database.pool.query(counted)).rows;
      };
      const [before, stored] = [await readAll(database.db), await rows()];
      await migrate(database, migrations, silentLog);
      expect(await rows()).toEqual(stored);
      expect(await readAll(database.db)).toEqual(before);
      expect(await listPartitions(database.db, "funnel_step")).toEqual([
        "funnel_step_2026_08",
        "funnel_step_2026_09",
        "funnel_step_2026_10",
        "funnel_step_2026_11",
      ]);
      expect((await database.pool.query("select from funnel_step_default")).rows).toEqual([]);
    } finally {
      await database.close();
    }
  });
});
