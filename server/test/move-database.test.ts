import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { writeBackup } from "#backup";
import { systemClock } from "#platform/clock";
import { openDatabase } from "#platform/db/database";
import { newId } from "#platform/ids";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../tools/time-limit.ts";
import { main } from "../src/move-database-command.ts";
import { makeDataDir, type TestDataDir } from "./data-dir.ts";
import { runCommandFile, runCommandHere } from "./run-command.ts";
import { type Node, startNode } from "./serving.ts";

vi.setConfig({ testTimeout: timeLimit(120), hookTimeout: timeLimit(120) });

const command = join(import.meta.dirname, "../src/move-database-command.ts");

let folder: TestDataDir;
let scratch: string;
let node: Node;
let name: string;
beforeAll(async () => {
  folder = makeDataDir();
  scratch = await mkdtemp(join(tmpdir(), "cliffhanger-move-"));
  name = `moved_${newId(systemClock.now())}`;
  await administer(`create database ${name}`);
  node = await startNode(
    { databaseUrl: "", dataDir: folder.path, role: "all" },
    { BACKUP_EVERY: "off", LIMIT_GUESTS: "100000", DRAIN_SECONDS: "0" },
  );
});
afterAll(async () => {
  await node?.close();
  await administer(`drop database if exists ${name} with (force)`);
  await rm(scratch, { recursive: true, force: true });
  await folder.remove();
});

const urlOf = (database: string) => {
  const url = new URL(inject("templateUrl"));
  url.pathname = `/${database}`;
  return url.href;
};

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf("postgres") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const env = () => ({ DATABASE_URL: "", DATA_DIR: folder.path, DEMO: "off" });

const ask = (path: string) => fetch(`http://127.0.0.1:${node.port}${path}`, { redirect: "manual" });
/** A first visit writes a guest. */
const write = () => ask("/api/user");

/** Returns every table with its rows and hash. */
async function tablesAt(directUrl: string) {
  const path = join(scratch, `${newId(systemClock.now())}.cliffhanger`);
  const options = { database: { directUrl }, path, version: "test", media: null, log: silentLog };
  return (await writeBackup(options)).manifest.tables;
}

async function tablesHere() {
  const database = await openDatabase({
    dataDir: folder.path,
    mode: "attach-or-own",
    holder: "npm test",
    log: silentLog,
  });
  try {
    return await tablesAt(database.directUrl);
  } finally {
    await database.close();
  }
}

test("O9: a target that is not fit is refused before writes are", async () => {
  const none = await runCommandHere(main, [urlOf("no_such_database")], env());
  expect(none).toMatchObject({ code: 1, output: expect.stringContaining("cannot be opened") });
  const used = await runCommandHere(main, [inject("templateUrl")], env());
  expect(used).toMatchObject({ code: 1, output: expect.stringMatching(/not empty|is using/) });
  expect((await write()).status).toBe(200);
});

test("O9: while the database moves, writes are refused with 503 and reads are answered; then both are the same", async () => {
  const statuses: { reads: number[]; writes: number[] } = { reads: [], writes: [] };
  let moving = true;
  const visiting = (async () => {
    while (moving) {
      for (const path of ["/api/homepage", "/"]) statuses.reads.push((await ask(path)).status);
      statuses.writes.push((await write()).status);
      await pause(100);
    }
  })();
  const { code, output } = await runCommandFile(command, [urlOf(name)], env());
  moving = false;
  await visiting;
  expect(output).toContain("the hash of every table is the same");
  expect(output).toContain(`DATABASE_URL=${urlOf(name)}`);
  expect(code).toBe(0);
  expect(new Set(statuses.reads)).toEqual(new Set([200]));
  expect(new Set(statuses.writes)).toEqual(new Set([200, 503]));
  const refused = await write();
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  const tables = await tablesHere();
  expect(tables.find((table) => table.name === "visitor")?.rows).toBeGreaterThan(0);
  expect(await tablesAt(urlOf(name))).toEqual(tables);
});

test("O9: the moved site starts on the new database; without it the start names both ways on", async () => {
  node.child.kill("SIGTERM");
  await node.ended;
  const without = startNode({ databaseUrl: "", dataDir: folder.path });
  await expect(without).rejects.toThrow(/Set DATABASE_URL to the new server.*move-database -- --cancel/s);
  node = await startNode({ databaseUrl: urlOf(name), dataDir: folder.path });
  expect((await write()).status).toBe(200);
  await node.close();
});

test("O9: --cancel accepts writes in the embedded database again", async () => {
  expect(await runCommandHere(main, ["--cancel"], env())).toMatchObject({
    code: 0,
    output: expect.stringContaining("accepts writes again"),
  });
  node = await startNode({ databaseUrl: "", dataDir: folder.path });
  expect((await write()).status).toBe(200);
});
