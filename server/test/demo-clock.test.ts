import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "#platform/config";
import { openMovedClock } from "#platform/db/moved-clock";
import { makeOperator, signInAgain } from "#test/console";
import { silentLog } from "#test/silent-log";
import { type App, createApp } from "../src/app.ts";
import { type TestApp, testApp } from "./app.ts";

const PATH = "/api/test/clock";

let plain: TestApp;
let demo: App;
beforeAll(async () => {
  plain = await testApp();
  const clock = await openMovedClock(plain.database.db);
  demo = await createApp({
    ...plain,
    config: readConfig({ DATA_DIR: plain.dataDir, LOG_LEVEL: "silent" }, plain.dataDir),
    log: silentLog,
    clock,
    web: null,
    role: "web",
    demo: { clock, pages: [] },
  });
  await demo.http.ready();
});
afterAll(async () => {
  await demo.stop(0);
  await plain.close();
});

const move = ({ http }: Pick<App, "http">, advance: number) =>
  http.inject({ method: "POST", url: PATH, payload: { advance }, remoteAddress: "127.0.0.1" });
const pathsOf = async ({ http }: Pick<App, "http">) =>
  Object.keys((await http.inject("/api/openapi.json")).json().paths);

test("H21: an installation without the sandbox neither serves nor documents the clock's call", async () => {
  expect((await move(plain, 60)).statusCode).toBe(404);
  expect(await pathsOf(plain)).not.toContain(PATH);
});

test("H21: with the sandbox it is documented, and moves the clock for callers on this machine only", async () => {
  expect(await pathsOf(demo)).toEqual(expect.arrayContaining([PATH, "/api/payment"]));
  const before = Date.now();
  const moved = await move(demo, 3600);
  expect(moved.json().info.offset).toBe(3600);
  expect(Date.parse(moved.json().info.now) - before).toBeGreaterThanOrEqual(3_600_000);
  const fromElsewhere = await demo.http.inject({
    method: "POST",
    url: PATH,
    payload: { advance: 60 },
    remoteAddress: "192.0.2.1",
  });
  expect(fromElsewhere.json()).toMatchObject({ code: 404, reason: "not_found" });
  expect((await move(demo, 5_000 * 86_400)).statusCode).toBe(400);
});

test("C3, H21: after the demo's clock was moved, an operator joins and signs in by the codes of a phone, which has the time of day", async () => {
  expect((await move(demo, 3600)).json().info.offset).toBeGreaterThan(0);
  let ahead = 0;
  const phone = {
    now: () => new Date(Date.now() + ahead),
    machine: () => new Date(),
    advance: (seconds: number) => {
      ahead += seconds * 1000;
    },
  };
  const app = { ...demo, database: plain.database, clock: phone };
  const operator = await makeOperator(app, "editor");
  const again = await signInAgain(app, operator);
  expect(await again.call("GET", "/me")).toMatchObject({
    code: 200,
    info: { operator: { email: operator.email } },
  });
});
