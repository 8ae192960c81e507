import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { callAs, type Device, headersOf, makeGuest, type Person } from "#test/people";
import { timeLimit } from "../../../../tools/time-limit.ts";

let app: TestApp;
let series: MadeSeries;
let guest: Person;
let admin: pg.Client;
let name: string;

beforeAll(async () => {
  app = await testApp();
  series = await makeSeries(app);
  guest = await makeGuest(app);
  const url = new URL(app.database.url);
  name = url.pathname.slice(1);
  url.pathname = "/postgres";
  admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await app.close();
});

const nobody: Device = { cookie: null, token: null };

const post = (device: Device, eventId: string) =>
  callAs<{ accepted: number }>(app, device, "POST", "/api/reports", {
    list: [
      { event: "paywall_view", eventId, at: app.clock.now().toISOString(), seriesId: series.id, props: {} },
    ],
  });

async function counted(): Promise<unknown> {
  const { rows } = await app.database.pool
    .query("select source, event, count from report_count where series_id = $1 order by source", [series.id])
    .catch(() => ({ rows: null }));
  return rows?.map((row) => [row.source, row.event, row.count]);
}

test("R82, R83: while the database is away the beacon answers and events are accepted; they are written when it is back", async () => {
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);

  // With a session, which cannot be resolved while the database is away.
  const url = `/api/statics.png?event=PageView&seriesId=${series.id}`;
  const picture = await app.http.inject({ url, headers: headersOf(guest) });
  expect(picture.statusCode).toBe(200);
  expect(picture.headers["set-cookie"]).toBeUndefined();
  expect(picture.headers["x-user-token"]).toBeUndefined();
  expect(await post(nobody, "one")).toMatchObject({ status: 200, info: { accepted: 1 } });
  expect(await post(guest, "two")).toMatchObject({ status: 200, info: { accepted: 1 } });
  // Longer than the write timeout, so the write was attempted and failed.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await post(nobody, "three")).toMatchObject({ status: 200, info: { accepted: 1 } });

  await admin.query(`alter database ${name} allow_connections true`);
  await expect.poll(counted, { timeout: timeLimit(20), interval: 200 }).toEqual([
    ["beacon", "PageView", 1],
    ["report", "paywall_view", 3],
  ]);
});
