import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "#platform/config";
import { openNotifications } from "#platform/db/listen";
import { openMovedClock } from "#platform/db/moved-clock";
import { registerHealth } from "#platform/http/health";
import { openHttp } from "#platform/http/server";
import { messageOf } from "#platform/messages";
import { type TestApp, testApp } from "#test/app";
import { openDatabaseProxy } from "#test/database-proxy";
import { openLogLines } from "#test/log-lines";
import { noRules } from "#test/no-rules";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../tools/time-limit.ts";
import { type App, createApp } from "../src/app.ts";

vi.setConfig({ testTimeout: timeLimit(60) });

/** Readiness returns this soon after its cause has gone: a check every two seconds, and a second to answer. */
const READY_AGAIN_MS = 3_000;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const configOf = () => readConfig({ DATA_DIR: app.dataDir, LOG_LEVEL: "silent" }, app.dataDir);
const readyz = async ({ http }: Pick<App, "http">) => {
  const { statusCode, body } = await http.inject("/readyz");
  return [statusCode, body.trim()];
};

test("O14: a node whose clock is 31 s off is not ready, says clock, logs it once, and is ready within 3 s of its correction", async () => {
  let offsetMs = 0;
  const clock = { now: app.clock.now, machine: () => new Date(Date.now() + offsetMs) };
  const { log, lines } = openLogLines();
  const node = await createApp({ ...app, config: configOf(), log, clock, web: null, role: "web" });
  onTestFinished(() => node.stop(0));
  for (const seconds of [31, -31]) {
    lines.length = 0;
    offsetMs = 29_000 * Math.sign(seconds);
    await expect.poll(() => readyz(node)).toEqual([200, "ready"]);
    offsetMs = seconds * 1000;
    await expect
      .poll(() => readyz(node), { timeout: timeLimit(5) })
      .toEqual([503, `clock: this machine's is 31 s ${seconds > 0 ? "ahead of" : "behind"} the database's`]);
    offsetMs = 0;
    await expect.poll(() => readyz(node), { timeout: READY_AGAIN_MS }).toEqual([200, "ready"]);
    expect(lines.map(({ level, msg }) => [level, msg.split(":", 1)[0]])).toEqual([
      [50, "Not ready"],
      [30, "Ready again"],
    ]);
  }
});

test("O40: the demo's clock moved by a month leaves a node ready", async () => {
  const clock = await openMovedClock(app.database.db);
  await clock.advance(30 * 86_400);
  const node = await createApp({ ...app, config: configOf(), log: silentLog, clock, web: null, role: "web" });
  onTestFinished(() => node.stop(0));
  expect(await readyz(node)).toEqual([200, "ready"]);
});

test("O14: a node that notifications no longer reach is not ready, tells of the gap, and is ready again within 3 s", async () => {
  const proxy = await openDatabaseProxy(app.database.url);
  const bus = await openNotifications({ directUrl: proxy.url }, silentLog, {
    heartbeatMs: 200,
    answerMs: 300,
  });
  const http = openHttp({
    config: { publicOrigin: null, trustProxy: [] },
    log: silentLog,
    clock: app.clock,
    identify: async () => null,
    rules: noRules,
    messageOf,
    page: async (_request, reply) => reply.code(404).send(),
  });
  registerHealth(http, {
    database: app.database,
    // A minute of silence takes two seconds here.
    notifications: { silentMs: () => bus.silentMs() * 30 },
    clock: app.clock,
    log: silentLog,
    storage: async () => true,
    needsMedia: false,
  });
  onTestFinished(async () => {
    await http.close();
    await bus.close();
    await proxy.close();
  });
  let gaps = 0;
  bus.onGap(() => gaps++);
  expect(await readyz({ http })).toEqual([200, "ready"]);
  proxy.block();
  await expect
    .poll(() => readyz({ http }), { timeout: timeLimit(10) })
    .toEqual([503, "notifications: none arrive from the other nodes"]);
  proxy.heal();
  await expect.poll(() => readyz({ http }), { timeout: READY_AGAIN_MS }).toEqual([200, "ready"]);
  expect(gaps).toBeGreaterThan(0);
});

test("O14: a node that was stopping says so, and one whose event loop stood still for five seconds is not alive", async () => {
  const node = await createApp({
    ...app,
    config: configOf(),
    log: silentLog,
    clock: app.clock,
    web: null,
    role: "web",
  });
  await node.http.ready();
  const healthz = async () => (await node.http.inject("/healthz")).body.trim();
  expect(await healthz()).toBe("ok");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_600);
  expect(await healthz()).toBe("stalled");
  await expect.poll(healthz).toBe("ok");
  const stopped = node.stop(0.3);
  expect(await readyz(node)).toEqual([503, "stopping"]);
  await stopped;
});
