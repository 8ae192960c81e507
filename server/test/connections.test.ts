import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { testApp } from "#test/app";
import { testDatabase } from "#test/database";
import { type Node, startNode, statusOf } from "#test/serving";
import { timeLimit } from "../../tools/time-limit.ts";

let database: Database;
let place: { databaseUrl: string; dataDir: string };
let node: Node;
const sockets: Socket[] = [];

beforeAll(async () => {
  database = await testDatabase();
  place = { databaseUrl: database.url, dataDir: await mkdtemp(join(tmpdir(), "cliffhanger-node-")) };
  node = await startNode(place, {}, { files: 400 });
});
afterAll(async () => {
  await node?.close();
  await database.close();
  await rm(place.dataDir, { recursive: true, force: true });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Opens connections from a loopback address and leaves them idle. */
async function hold(count: number, localAddress: string, port = node.port): Promise<void> {
  const opened = Array.from({ length: count }, () => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => undefined).resume();
    sockets.push(socket);
    return Promise.race([once(socket, "connect"), once(socket, "close")]);
  });
  await Promise.all(opened);
  await pause(300); // most refused connections are closed by now
}

const open = () => sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;

const status = (path: string, localAddress: string) => statusOf({ port: node.port, path, localAddress });

const refusals = () =>
  node
    .log()
    .split("\n")
    .filter((logLine) => logLine.includes("onnections refused"));

test("O24: 450 connections from one address at 400 files do not lock out other addresses, and write one log line", async () => {
  await hold(450, "127.0.0.1");
  expect(await status("/readyz", "127.0.0.2")).toBe(200);
  expect(await status("/api/user", "127.0.0.2")).toBe(200); // creates a row in the database
  await expect.poll(open, { timeout: timeLimit(5) }).toBeLessThanOrEqual(100);
  expect(refusals()).toHaveLength(1);
  expect(node.log()).not.toContain("EMFILE");
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => status("/readyz", "127.0.0.1")).toBe(200);
});

test("O24: many addresses together stay below the file limit, and the node serves again once they leave", async () => {
  for (let address = 10; address < 16; address++) await hold(90, `127.0.0.${address}`);
  // The last ones are refused after their connection stood.
  await expect.poll(open).toBeLessThanOrEqual(200);
  expect([0, 503]).toContain(await status("/readyz", "127.0.0.2"));
  expect(node.child.exitCode).toBeNull();
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => status("/api/user", "127.0.0.2")).toBe(200);
});

test("O24: the caps are settings, and a trusted proxy is not capped", async () => {
  const app = await testApp({
    MAX_CONNECTIONS: "40",
    MAX_CONNECTIONS_PER_ADDRESS: "5",
    TRUST_PROXY: "127.0.0.9/32",
  });
  try {
    await app.http.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.http.server.address() as AddressInfo;
    await hold(20, "127.0.0.1", port);
    await expect.poll(open, { timeout: timeLimit(5) }).toBe(5);
    await hold(30, "127.0.0.9", port);
    expect(open()).toBe(35);
  } finally {
    for (const socket of sockets) socket.destroy();
    await app.close();
  }
});
