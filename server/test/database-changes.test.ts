import { rename } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDatabaseUnavailable } from "#platform/db/errors";
import { type TestApp, testApp } from "#test/app";
import { type MadeSeries, makeSeries } from "#test/factories";
import { type Outages, openOutages } from "#test/outages";
import { pathIn } from "#test/path-in";
import { headersOf, makeMember, type Person } from "#test/people";

let app: TestApp;
let series: MadeSeries;
let member: Person;
let outages: Outages;

beforeAll(async () => {
  app = await testApp();
  series = await makeSeries(app);
  member = await makeMember(app);
  outages = await openOutages(app.database);
});
afterAll(async () => {
  await outages.close();
  await app.close();
});

const readiness = async () => {
  const { statusCode, body } = await app.http.inject("/readyz");
  return [statusCode, body.trim()];
};
const favorite = () =>
  app.http.inject({
    method: "POST",
    url: "/api/user/favorite",
    headers: headersOf(member),
    payload: { seriesId: series.id },
  });
const read = async () => (await app.http.inject(`/api/video/episode?seriesId=${series.id}`)).statusCode;

test("O15, O14: a read-only database answers writes with 503 and Retry-After, still serves reads, and is not ready", async () => {
  await expect.poll(readiness).toEqual([200, "ready"]);
  expect((await favorite()).json()).toMatchObject({ code: 200, info: { favorite: true } });
  await outages.setReadOnly(true);
  await outages.disconnect();
  await expect.poll(readiness).toEqual([503, "read-only: the database takes no writes"]);
  const refused = await favorite();
  expect(refused.statusCode).toBe(503);
  expect(refused.headers["retry-after"]).toBe("2");
  expect(refused.json()).toMatchObject({ code: 503, reason: "unavailable" });
  expect(await read()).toBe(200);
  expect((await member.call("GET", "/api/user/favorite")).status).toBe(200);
  // A connection that was opened read-only stays read-only: only new ones can write again.
  await outages.setReadOnly(false);
  await expect.poll(readiness).toEqual([200, "ready"]);
  // The readers' connections are renewed meanwhile, so that no writer has to fail first.
  for (let count = 0; count < 15; count++) {
    expect(await read()).toBe(200);
    await pause(100);
  }
  expect((await favorite()).statusCode).toBe(200);
  const answers = await Promise.all(Array.from({ length: 20 }, favorite));
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
});

test("O15: a lock held too long gives 503 with Retry-After, and the request can be repeated", async () => {
  const holder = await app.database.pool.connect();
  await holder.query("begin");
  await holder.query("lock table favorite in access exclusive mode");
  try {
    const refused = await favorite();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers["retry-after"]).toBe("2");
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  expect((await favorite()).statusCode).toBe(200);
});

test("O15: our statement timeout counts as unavailable; an operator's cancel and bad input do not", async () => {
  const failure = async (work: Promise<unknown>) => work.catch((error: unknown) => error);
  const client = await app.database.pool.connect();
  try {
    await client.query("set statement_timeout = 20");
    expect(isDatabaseUnavailable(await failure(client.query("select pg_sleep(5)")))).toBe(true);
    await client.query("set statement_timeout = 0");
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const sleeping = failure(client.query("select pg_sleep(20)"));
    await expect.poll(() => outages.cancelIfRunning(rows[0]?.pid ?? 0)).toBe(true);
    const cancelled = await sleeping;
    expect(cancelled).toMatchObject({ code: "57014" });
    expect(isDatabaseUnavailable(cancelled)).toBe(false);
    for (const bad of ["select 'x'::int", "select chr(0)", "select 1/0"])
      expect(isDatabaseUnavailable(await failure(client.query(bad))), bad).toBe(false);
  } finally {
    client.release(true);
  }
});

test("O14: missing storage is reported while the node stays in service; with READY_NEEDS_MEDIA it becomes unready after five minutes", async () => {
  const strict = await testApp({ READY_NEEDS_MEDIA: "1" });
  try {
    for (const [one, after] of [
      [app, 200],
      [strict, 503],
    ] as const) {
      const ready = async () => {
        const { statusCode, body } = await one.http.inject("/readyz");
        return [statusCode, body.trim()];
      };
      const media = join(pathIn(one.store, "assets/x"), "../..");
      await expect.poll(ready).toEqual([200, "ready"]);
      await rename(media, `${media}-away`);
      await expect.poll(ready).toEqual([200, "ready\ndegraded: media"]);
      one.clock.advance(301);
      await expect.poll(async () => (await ready())[0]).toBe(after);
      await rename(`${media}-away`, media);
      await expect.poll(ready).toEqual([200, "ready"]);
    }
  } finally {
    await strict.close();
  }
});
