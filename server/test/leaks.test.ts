import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import serverTests from "../vitest.config.ts";
import { testApp } from "./app.ts";
import { testDatabase } from "./database.ts";
import { watchLeaks } from "./leaks.ts";

test("H30: an app that is left running is found, and no longer after it has closed", async () => {
  const check = watchLeaks();
  const app = await testApp();
  await expect(check(0)).rejects.toThrow("database connections");
  await app.close();
  await check();
});

test("H30: a pool that is left open is found, and no longer after it has closed", async () => {
  const check = watchLeaks();
  const database = await testDatabase();
  await database.pool.query("select 1");
  await expect(check(0)).rejects.toThrow("1 database connections (test_");
  await database.close();
  await check();
});

test("H30: a listening server and a running process are found, and no longer after they have ended", async () => {
  const check = watchLeaks();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const child = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"]);
  await expect(check(0)).rejects.toThrow("1 listening servers, 1 child processes");
  server.close();
  child.kill();
  await check();
});

test("H30: every test file of the server is checked, in a process that it shares with other files", () => {
  expect(serverTests).toMatchObject({ test: { setupFiles: ["./test/leaks-setup.ts"], isolate: false } });
});
