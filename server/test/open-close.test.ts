import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readConfig } from "#platform/config";
import { type TestApp, testApp } from "#test/app";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../tools/time-limit.ts";
import { type App, createApp } from "../src/app.ts";

vi.setConfig({ testTimeout: timeLimit(60) });

/** Opens an app on the database of another. */
async function openBeside(first: TestApp): Promise<App> {
  const config = readConfig({ DATA_DIR: first.dataDir, LOG_LEVEL: "silent" }, first.dataDir);
  const { database, store, clock } = first;
  const app = await createApp({ config, log: silentLog, clock, database, store, web: null, role: "web" });
  await app.http.ready();
  return app;
}

/** Opens an app, sends a request in one of three ways, and closes it. */
async function openAndClose(first: TestApp, round: number): Promise<number> {
  const app = await openBeside(first);
  let status = 200;
  if (round % 3 === 1) status = (await app.http.inject("/api/config")).statusCode;
  if (round % 3 === 2) {
    // The body is not read, so the connection is still in use when the app stops.
    const origin = await app.http.listen({ port: 0, host: "127.0.0.1" });
    status = (await fetch(`${origin}/api/config`)).status;
  }
  await app.stop(0);
  return status;
}

let first: TestApp;
beforeAll(async () => {
  first = await testApp();
});
afterAll(() => first.close());

// 200 times in `.ci/run`.
const ROUNDS = process.env["ALL_TESTS"] ? 200 : 30;

test("H26: an app opens and closes again and again, idle, after a request and with a connection in use", async () => {
  for (let round = 0; round < ROUNDS; round++) expect(await openAndClose(first, round)).toBe(200);
});

test("H26: an app that stops waits for its own slow charges, and not for those of another app in the process", async () => {
  const [one, other] = [await openBeside(first), await openBeside(first)];
  const charge = Promise.withResolvers<void>();
  one.billing.slowCharges.add(charge.promise);
  await other.stop(0);
  const stopping = one.stop(0).then(() => "stopped");
  expect(await Promise.race([stopping, pause(200, "waiting")])).toBe("waiting");
  charge.resolve();
  expect(await stopping).toBe("stopped");
});
