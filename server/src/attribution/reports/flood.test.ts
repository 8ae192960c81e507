import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Identify, Origin } from "#platform/http/caller";
import { newId } from "#platform/ids";
import { type TestApp, testApp } from "#test/app";
import { makeSeries } from "#test/factories";
import { manualClock } from "#test/manual-clock";
import { silentLog } from "#test/silent-log";
import { openEventReports, reportRetentionTask } from "./reports.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const nobody: Identify = async () => null;
const from = (address: string): Origin => ({
  address,
  userAgent: "",
  region: null,
  secure: false,
  headerToken: null,
  cookieToken: null,
  facebookCookie: null,
});

function open(more: { identify?: Identify; log?: typeof silentLog } = {}) {
  const clock = manualClock(new Date("2026-11-20T12:00:00Z"));
  const { db } = app.database;
  return { clock, reports: openEventReports({ db, clock, log: silentLog, identify: nobody, ...more }) };
}

const event = (clock: { now(): Date }, more: object = {}) => ({
  event: "ViewContent",
  eventId: newId(clock.now()),
  at: clock.now().toISOString(),
  ...more,
});

test("R83, R82: a distributed flood uses no more memory than the limit, and every loss is counted", async () => {
  const { clock, reports } = open();
  let sent = 0;
  let accepted = 0;
  for (let round = 0; round < 1_000; round++) {
    if (round % 200 === 0) clock.advance(10);
    const list = Array.from({ length: 50 }, () => event(clock, { seriesId: newId(clock.now()) }));
    sent += list.length;
    accepted += await reports.take(list, from(`192.0.2.${round}`)).catch(() => 0);
    reports.see(`event=ViewContent&seriesId=${newId(clock.now())}`, from(`192.0.3.${round}`));
    sent++;
  }
  expect(reports.waiting()).toBe(5_000);
  expect(accepted).toBeLessThanOrEqual(5_000);
  expect(reports.dropped()).toBe(sent - 5_000);
  await reports.stop();
  expect(reports.waiting()).toBe(0);
});

test("R83: existing counters keep counting during a flood of other events", async () => {
  const { clock, reports } = open();
  const { id } = await makeSeries(app);
  expect(await reports.take([event(clock, { seriesId: id })], from("a"))).toBe(1);
  for (let round = 0; round < 110; round++)
    await reports.take(
      Array.from({ length: 50 }, () => event(clock, { seriesId: newId(clock.now()) })),
      from(`flood ${round}`),
    );
  expect(await reports.take([event(clock, { seriesId: id })], from("a"))).toBe(1);
  await reports.stop();
  const { rows } = await app.database.pool.query("select count from report_count where series_id = $1", [id]);
  expect(rows).toEqual([{ count: 2 }]);
});

test("R83: losses are logged at most once a minute, with their number", async () => {
  const lines: { events: number; sinceStart: number }[] = [];
  const log = pino({ level: "warn" }, { write: (textLine: string) => lines.push(JSON.parse(textLine)) });
  const { clock, reports } = open({ log });
  const flood = async () => {
    for (let round = 0; round < 30; round++)
      await reports.take(Array(50).fill(event(clock)), from("one")).catch(() => 0);
  };
  await flood();
  expect(lines.map(({ events, sinceStart }) => [events, sinceStart])).toEqual([[50, 50]]);
  clock.advance(60);
  await flood();
  expect(lines.map(({ events, sinceStart }) => [events, sinceStart])).toEqual([
    [50, 50],
    [900, 950],
  ]);
  expect(reports.dropped()).toBe(1_800);
  await reports.stop();
});

test("R83: the sender is resolved only if there is a step to store, and a failure to do so is not an error", async () => {
  let asked = 0;
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const identify: Identify = async () => {
    asked++;
    throw away;
  };
  const { clock, reports } = open({ identify });
  const known = { ...from("a"), cookieToken: "secret" };
  const step = () => event(clock, { event: "paywall_view" });
  expect(await reports.take([event(clock)], known)).toBe(1);
  expect(await reports.take([step()], from("a"))).toBe(1);
  expect(asked).toBe(0);
  expect(await reports.take([step(), step()], known)).toBe(2);
  expect(asked).toBe(1);
  await reports.stop();
});

test("R83: daily counts are retained for thirteen months", async () => {
  const { clock, reports } = open();
  const { db, pool } = app.database;
  const { signal } = new AbortController();
  const prune = () => reportRetentionTask().run({ db, clock, log: silentLog, signal });
  const days = ["2025-10-19", "2025-10-20", "2026-11-19"];
  for (const day of days) {
    await pool.query("insert into report_count values ($1, 'report', 'Subscribe', '', 1)", [day]);
    await pool.query("insert into play_figure values ($1, 720, '4g', 'exits', '', 1)", [day]);
  }
  const left = async () => {
    const { rows } = await pool.query<{ day: string }>(
      `select to_char(day, 'YYYY-MM-DD') as day from report_count where event = 'Subscribe'
       union all select to_char(day, 'YYYY-MM-DD') from play_figure order by day`,
    );
    return rows.map((row) => row.day);
  };
  await prune();
  expect(await left()).toEqual(["2025-10-20", "2025-10-20", "2026-11-19", "2026-11-19"]);
  clock.advance(86_400);
  await prune();
  expect(await left()).toEqual(["2026-11-19", "2026-11-19"]);
  await reports.stop();
});
