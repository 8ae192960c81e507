import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { timeLimit } from "../../tools/time-limit.ts";

let app: TestApp;
let series: MadeSeries;
let admin: pg.Client;
let name: string;

beforeAll(async () => {
  app = await testApp();
  series = await makeSeries(app);
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

const status = async (path: string) => (await app.http.inject(path)).statusCode;

test("requests get 503 with Retry-After while the database is down, and work again once it is back", async () => {
  const episode = `/api/video/episode?id=${series.episodes[0]?.id}`;
  expect(await status(episode)).toBe(200);
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);

  const away = await app.http.inject({ url: episode, headers: { "accept-language": "es" } });
  expect(away.statusCode).toBe(503);
  expect(away.headers["retry-after"]).toBeDefined();
  expect(away.json()).toMatchObject({
    code: 503,
    reason: "unavailable",
    message: expect.stringContaining("Volvemos"),
  });
  await expect.poll(() => status("/readyz")).toBe(503);
  expect(await status("/healthz")).toBe(200);

  await admin.query(`alter database ${name} allow_connections true`);
  await expect.poll(() => status("/readyz"), { timeout: timeLimit(20) }).toBe(200);
  expect(await status(episode)).toBe(200);
});
