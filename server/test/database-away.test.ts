import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type Outages, openOutages } from "#test/outages";
import { timeLimit } from "../../tools/time-limit.ts";

let app: TestApp;
let series: MadeSeries;
let outages: Outages;

beforeAll(async () => {
  app = await testApp();
  series = await makeSeries(app);
  outages = await openOutages(app.database);
});
afterAll(async () => {
  await outages.close();
  await app.close();
});

const status = async (path: string) => (await app.http.inject(path)).statusCode;

test("requests get 503 with Retry-After while the database is down, and work again once it is back", async () => {
  const episode = `/api/video/episode?id=${series.episodes[0]?.id}`;
  expect(await status(episode)).toBe(200);
  await outages.begin();

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

  await outages.end();
  await expect.poll(() => status("/readyz"), { timeout: timeLimit(20) }).toBe(200);
  expect(await status(episode)).toBe(200);
});
