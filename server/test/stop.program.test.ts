import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { openReadyBalancer } from "#test/ready-balancer";
import { type Node, startNode, statusOf } from "#test/serving";
import { timeLimit } from "../../tools/time-limit.ts";

vi.setConfig({ testTimeout: timeLimit(120) });

let database: Database;
let place: { databaseUrl: string; dataDir: string };
beforeAll(async () => {
  database = await testDatabase();
  place = { databaseUrl: database.url, dataDir: await mkdtemp(join(tmpdir(), "cliffhanger-node-")) };
});
afterAll(async () => {
  await database.close();
  await rm(place.dataDir, { recursive: true, force: true });
});

/** Stops per test; `durability/stops.ts` in `npm run test:long` sets five, because each node costs four seconds of CPU. */
const STOPS = Number(process.env["STOPS"] ?? 2);
const CLIENTS = 50;
/** Long enough for a busy machine to see the node unready before it is gone. */
const DRAIN_SECONDS = String(timeLimit(1) / 1000);
const paths = ["/api/homepage", "/healthz", "/api/config", "/readyz"];

/** What a client received: answers by status, and every connection that broke during a request. */
interface ClientResults {
  answers: number;
  resets: string[];
  worst: number;
}

/** Sends requests sequentially over one persistent connection until nothing listens any more. */
async function ask(node: Node, results: ClientResults, from: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let index = from; ; index++) {
    const path = paths[index % paths.length] ?? "/";
    const outcome = await new Promise<number | string>((resolve) => {
      request({ port: node.port, host: "127.0.0.1", path, agent }, (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
        answer.on("error", (error) => resolve(error.message));
      })
        .on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        .end();
    });
    if (outcome === "ECONNREFUSED") return agent.destroy();
    if (typeof outcome === "string") results.resets.push(`${path} ${outcome}`);
    else {
      results.answers += 1;
      if (path !== "/readyz") results.worst = Math.max(results.worst, outcome);
    }
  }
}

test("O13: repeated stops under 50 direct clients break no request, and every accepted request is answered", async () => {
  for (let round = 0; round < STOPS; round++) {
    const node = await startNode(place, { DRAIN_SECONDS });
    const results: ClientResults = { answers: 0, resets: [], worst: 0 };
    const clients = Array.from({ length: CLIENTS }, (_, at) => ask(node, results, at));
    await expect.poll(() => results.answers).toBeGreaterThan(200);
    node.child.kill("SIGTERM");
    await expect.poll(() => statusOf({ port: node.port, path: "/readyz" })).toBe(503);
    await Promise.all(clients);
    expect(await node.ended).toBe(0);
    expect(results.resets).toEqual([]);
    expect(results.worst).toBe(200);
    await node.close();
  }
});

test("O13: repeated stops behind a balancer that honours readiness answer every client with 200", async () => {
  const staying = await startNode(place);
  const nodes = [staying];
  const balancer = await openReadyBalancer(() => nodes.map(({ port }) => port));
  for (let round = 0; round < STOPS; round++) {
    const leaving = await startNode(place, { DRAIN_SECONDS: "2" });
    nodes.push(leaving);
    const results: ClientResults = { answers: 0, resets: [], worst: 0 };
    let isOver = false;
    const clients = Array.from({ length: 20 }, async (_, at) => {
      for (let index = at; !isOver; index++) {
        const status = await statusOf({ port: balancer.port, path: paths[index % 3] ?? "/" });
        results.answers += 1;
        results.worst = Math.max(results.worst, status);
        if (status !== 200) results.resets.push(String(status));
        await pause(50);
      }
    });
    await expect.poll(() => balancer.passed(leaving.port)).toBeGreaterThan(20);
    leaving.child.kill("SIGTERM");
    expect(await leaving.ended).toBe(0);
    isOver = true;
    await Promise.all(clients);
    nodes.pop();
    expect(results.resets).toEqual([]);
    await leaving.close();
  }
  await balancer.close();
  await staying.close();
});

test("O13: with DRAIN_SECONDS=0 a stop does not wait for idle connections, and a second signal stops it at once", async () => {
  const idle = new Agent({ keepAlive: true });
  const touch = (node: Node) =>
    new Promise<void>((resolve, reject) => {
      request({ port: node.port, host: "127.0.0.1", path: "/healthz", agent: idle }, (answer) =>
        answer.resume().on("end", resolve),
      )
        .on("error", reject)
        .end();
    });
  const quick = await startNode(place, { DRAIN_SECONDS: "0" });
  await touch(quick);
  quick.child.kill("SIGTERM");
  expect(await Promise.race([quick.ended, pause(5_000, "late")])).toBe(0);
  await quick.close();
  const slow = await startNode(place, { DRAIN_SECONDS: "600" });
  slow.child.kill("SIGTERM");
  await expect.poll(() => slow.log()).toContain("Stopping");
  slow.child.kill("SIGINT");
  expect(await Promise.race([slow.ended, pause(5_000, "late")])).not.toBe("late");
  await slow.close();
  idle.destroy();
});
