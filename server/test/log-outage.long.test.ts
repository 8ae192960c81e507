import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { type DatabaseProxy, openDatabaseProxy } from "#test/database-proxy";
import { type Node, startNode } from "#test/serving";
import { timeLimit } from "../../tools/time-limit.ts";

vi.setConfig({ testTimeout: timeLimit(120) });

const RATE = 500;
const SECONDS = 15;
const TICKS = 10;

let database: Database;
let proxy: DatabaseProxy;
let node: Node;
let dataDir: string;
beforeAll(async () => {
  database = await testDatabase();
  proxy = await openDatabaseProxy(database.url);
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-node-"));
  node = await startNode({ databaseUrl: proxy.url, dataDir });
});
afterAll(async () => {
  await node.close();
  await proxy.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

test("O16: a database outage of 15 s at 500 requests a second writes at most 20 log lines, which say how often", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const statuses = new Map<number, number>();
  const ask = () =>
    new Promise<void>((resolve) => {
      request({ port: node.port, host: "127.0.0.1", path: "/api/video/episode?id=none", agent }, (answer) => {
        const { statusCode = 0 } = answer;
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        answer.resume().on("end", resolve);
      })
        .on("error", () => resolve())
        .end();
    });
  const before = node.log().length;
  proxy.cut();
  const asked: Promise<void>[] = [];
  for (let tick = 0; tick < SECONDS * TICKS; tick++) {
    for (let count = 0; count < RATE / TICKS; count++) asked.push(ask());
    await pause(1_000 / TICKS);
  }
  await Promise.all(asked);
  proxy.heal();
  agent.destroy();
  const lines = node.log().slice(before).trim().split("\n");
  expect(statuses.get(503)).toBe(RATE * SECONDS);
  expect(lines.length, lines.join("\n")).toBeLessThanOrEqual(20);
  expect(lines.some((line) => Number(/"repeated":(\d+)/.exec(line)?.[1] ?? 0) > RATE)).toBe(true);
});
