// Kills `npm run move-database` at six points while the site runs (O9). The site must go on as before, and the new database must be
// empty, whole, or refuse to be used.
//
//     node test/durability/move.ts
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { writeBackup } from "#backup";
import { type Database, openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { makeDataDir } from "#test/data-dir";
import { runCommandFile } from "#test/run-command";
import { type Node, startNode } from "#test/serving";
import { silentLog } from "#test/silent-log";
import { endWithSummary } from "../../../tools/test-summary.ts";
import { migrations } from "../../migrations/index.ts";
import { insertBookings } from "./bookings.ts";

/** Bookings of the site, so that the load into the new database takes seconds. */
const BOOKINGS = 60_000;
/** How long to wait for a point of the move. */
const POINT_MS = 120_000;

const command = join(import.meta.dirname, "../../src/move-database-command.ts");
const ours = makeDataDir();
const scratch = mkdtempSync(join(tmpdir(), "cliffhanger-move-"));
const env = { DATABASE_URL: "", DATA_DIR: ours.path, DEMO: "off" };
const results = { passed: 0, failed: 0, skipped: 0 };

/** A moment of a move, and how it is seen from outside. */
interface Point {
  name: string;
  isReached(target: string): Promise<boolean>;
}

const points: readonly Point[] = [
  { name: "writes are refused", isReached: async () => (await write()) === 503 },
  {
    name: "the backup is being written",
    isReached: async () => backups().some((name) => name.endsWith(".part")),
  },
  {
    name: "the backup is complete",
    isReached: async () => backups().some((name) => /^moved-.*\.cliffhanger$/.test(name)),
  },
  { name: "the load begins", isReached: async (url) => (await stateOf(url)) === "unfinished" },
  {
    name: "the load is under way",
    isReached: async (url) => {
      if ((await stateOf(url)) !== "unfinished") return false;
      await pause(500);
      return true;
    },
  },
  { name: "the load is complete", isReached: async (url) => (await stateOf(url)) === "filled" },
];

const elsewhere = await openDatabase({
  dataDir: join(scratch, "data"),
  mode: "own",
  holder: "npm run test:long",
  log: silentLog,
});
let node: Node | undefined;
try {
  await fill();
  node = await startNode(
    { databaseUrl: "", dataDir: ours.path, role: "all" },
    { BACKUP_EVERY: "off", LIMIT_GUESTS: "100000", DRAIN_SECONDS: "0" },
  );
  const wanted = await bookingsHere();
  for (const point of points) await judge(`killed when ${point.name}`, () => killAt(point, wanted));
  await judge("left alone after that", async () => {
    const url = await newTarget("whole");
    const { code, output } = await runCommandFile(command, [url], env);
    if (code !== 0) throw new Error(output);
    mustBe("the new database", await bookingsAt(url), wanted);
    return "the new database is whole";
  });
} finally {
  await node?.close();
  await elsewhere.close();
  await ours.remove();
  rmSync(scratch, { recursive: true, force: true });
}
endWithSummary(results);

/** Kills a move at a point; returns what became of the new database. */
async function killAt(point: Point, wanted: string): Promise<string> {
  const url = await newTarget(`p${points.indexOf(point)}`);
  for (const name of backups()) rmSync(join(ours.path, "backups", name), { recursive: true });
  const child = spawn(process.execPath, [command, url], { env: { ...process.env, ...env }, stdio: "ignore" });
  const ended = once(child, "close");
  await reach(point, url, child);
  child.kill("SIGKILL");
  await ended;
  if ((await ask("/api/homepage")) !== 200) throw new Error("the site does not answer reads");
  await noConnections(url);
  const state = await stateOf(url);
  if (state === "filled") mustBe("the new database", await bookingsAt(url), wanted);
  if (state === "unfinished") {
    const refusal = await startOn(url);
    if (!/npm run restore/.test(refusal)) throw new Error(`a half database is taken: ${refusal}`);
  }
  const { code, output } = await runCommandFile(command, ["--cancel"], env);
  if (code !== 0) throw new Error(`--cancel: ${output}`);
  for (const until = performance.now() + 30_000; (await write()) !== 200; await pause(200))
    if (performance.now() > until) throw new Error("the site still refuses writes");
  mustBe("the site's own database", await bookingsHere(), wanted);
  return `the new database is ${state}`;
}

async function reach({ name, isReached }: Point, url: string, child: ChildProcess): Promise<void> {
  for (const until = performance.now() + POINT_MS; !(await isReached(url)); await pause(5)) {
    if (child.exitCode !== null) throw new Error(`it ended before ${name}`);
    if (performance.now() > until) throw new Error(`it never came to where ${name}`);
  }
}

/** Returns the status of an answer; 0 without one. */
async function ask(path: string): Promise<number> {
  try {
    const answer = await fetch(`http://127.0.0.1:${node?.port}${path}`);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/** A first visit writes a guest. */
function write(): Promise<number> {
  return ask("/api/user");
}

function backups(): string[] {
  try {
    return readdirSync(join(ours.path, "backups"));
  } catch {
    return []; // nothing was written yet
  }
}

async function newTarget(name: string): Promise<string> {
  await elsewhere.pool.query(`create database ${name} encoding 'UTF8' template template0`);
  const url = new URL(elsewhere.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function stateOf(url: string): Promise<"empty" | "unfinished" | "filled"> {
  const [row] = await queryAt<{ unfinished: boolean; filled: boolean }>(
    url,
    "select to_regclass('unfinished_restore') is not null as unfinished, to_regclass('ledger_entry') is not null as filled",
  );
  if (row?.unfinished) return "unfinished";
  return row?.filled ? "filled" : "empty";
}

async function noConnections(url: string): Promise<void> {
  const others =
    "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  while ((await queryAt(url, others)).length > 0) await pause(50);
}

async function queryAt<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts on a database as `npm start` does; returns why not. */
async function startOn(databaseUrl: string): Promise<string> {
  const database = await openDatabase({
    databaseUrl,
    dataDir: "",
    mode: "own",
    holder: "npm run test:long",
    log: silentLog,
  });
  try {
    await migrate(database, migrations, silentLog);
    return "it started";
  } catch (error) {
    return String(error);
  } finally {
    await database.close();
  }
}

/** Returns rows and hashes of the ledger, which nothing changes meanwhile. */
async function ledgerOf(database: Pick<Database, "directUrl">): Promise<string> {
  const path = join(scratch, `${performance.now()}.cliffhanger`);
  const { manifest } = await writeBackup({ database, path, version: "test", media: null, log: silentLog });
  rmSync(path);
  const ledger = manifest.tables.filter(({ name }) => name.startsWith("ledger_"));
  return JSON.stringify(ledger.map(({ name, rows, sha256 }) => ({ name, rows, sha256 })));
}

function bookingsAt(directUrl: string): Promise<string> {
  return ledgerOf({ directUrl });
}

async function bookingsHere(): Promise<string> {
  const database = await openDatabase({
    dataDir: ours.path,
    mode: "attach-or-own",
    holder: "npm run test:long",
    log: silentLog,
  });
  try {
    return await ledgerOf(database);
  } finally {
    await database.close();
  }
}

function mustBe(what: string, found: string, wanted: string): void {
  if (found !== wanted) throw new Error(`${what} has ${found} instead of ${wanted}`);
}

/** Makes the site's database, with bookings. */
async function fill(): Promise<void> {
  const database = await openDatabase({
    dataDir: ours.path,
    mode: "own",
    holder: "npm run test:long",
    log: silentLog,
    statementTimeoutMs: 0,
  });
  try {
    await migrate(database, migrations, silentLog);
    await insertBookings(database, BOOKINGS);
  } finally {
    await database.close();
  }
}

async function judge(what: string, work: () => Promise<string>): Promise<void> {
  try {
    console.log(`ok   O9: ${what}: ${await work()}`);
    results.passed += 1;
  } catch (error) {
    console.log(`FAIL O9: ${what}: ${(error as Error).message}`);
    results.failed += 1;
  }
}
