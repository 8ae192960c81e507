import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type Outages, openOutages } from "#test/outages";
import { callAs, type Device, headersOf, makeGuest, type Person } from "#test/people";
import { timeLimit } from "../../../../tools/time-limit.ts";

let app: TestApp;
let series: MadeSeries;
let guest: Person;
let outages: Outages;

beforeAll(async () => {
  app = await testApp();
  series = await makeSeries(app);
  guest = await makeGuest(app);
  outages = await openOutages(app.database);
});
afterAll(async () => {
  await outages.close();
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
  await outages.begin();

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

  await outages.end();
  await expect.poll(counted, { timeout: timeLimit(20), interval: 200 }).toEqual([
    ["beacon", "PageView", 1],
    ["report", "paywall_view", 3],
  ]);
});
