// Moves a database by backup and restore from the embedded PostgreSQL to an external one of an older major version and back, and
// compares every table (O11). Is skipped without a PostgreSQL of the system.
//
//     ROUND_TRIP_MB=1000 node test/durability/round-trip.ts
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkBackup } from "#backup";
import { openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openJobs } from "#platform/jobs";
import { silentLog } from "#test/silent-log";
import { leanEnvironment, leanOptions } from "../../../tools/bootstrap/lean-process.mjs";
import { startEngine } from "../../../tools/engine.ts";
import { endWithSummary } from "../../../tools/test-summary.ts";
import { migrations } from "../../migrations/index.ts";
import { BYTES_OF_BOOKING, insertBookings } from "./bookings.ts";

const megabytes = Number(process.env["ROUND_TRIP_MB"] ?? 100);
const MAX_MEMORY_MB = 300;

const engine = startEngine("pgbouncer");
if ("missing" in engine) {
  console.log(engine.missing);
  console.log("0 passed, 0 failed, 1 skipped");
} else {
  const folder = await mkdtemp(join(tmpdir(), "cliffhanger-round-trip-"));
  let passed = 0;
  try {
    await roundTrip(folder, engine.settings["DIRECT_DATABASE_URL"] ?? "");
    passed = 1;
    console.log("ok O11: embedded, external and embedded again have equal tables, within the memory limit");
  } catch (error) {
    console.error(error);
  } finally {
    engine.down();
    await rm(folder, { recursive: true, force: true });
  }
  endWithSummary({ passed, failed: 1 - passed, skipped: 0 });
}

async function roundTrip(folder: string, externalUrl: string): Promise<void> {
  const embedded = { DATABASE_URL: "", DATA_DIR: join(folder, "one"), DEMO: "off" };
  const external = { DATABASE_URL: externalUrl, DATA_DIR: join(folder, "two"), DEMO: "off" };
  const again = { DATABASE_URL: "", DATA_DIR: join(folder, "three"), DEMO: "off" };
  await fill(embedded.DATA_DIR);
  const files = ["one", "two", "three"].map((name) => join(folder, `${name}.cliffhanger`)) as [
    string,
    string,
    string,
  ];
  await run("backup", ["--to", files[0]], embedded);
  await run("restore", [files[0]], external);
  await run("backup", ["--to", files[1]], external);
  await run("restore", [files[1]], again);
  await run("backup", ["--to", files[2]], again);
  const [one, two, three] = await Promise.all(files.map(tablesOf));
  if (one !== two || two !== three) throw new Error("The tables differ.");
}

/** Fills a new embedded database with bookings. */
async function fill(dataDir: string): Promise<void> {
  const database = await openDatabase({
    dataDir,
    mode: "own",
    holder: "npm run test:long",
    log: silentLog,
    statementTimeoutMs: 0,
  });
  try {
    await migrate(database, migrations, silentLog);
    await (await openJobs(database, silentLog)).stop();
    const count = Math.ceil((megabytes * 1e6) / BYTES_OF_BOOKING);
    await insertBookings(database, count);
    const { rows } = await database.pool.query<{ size: string }>(
      "select pg_size_pretty(pg_database_size(current_database())) as size",
    );
    console.log(`${rows[0]?.size} of database`);
  } finally {
    await database.close();
  }
}

/** Runs a command to its end as npm starts it, within the memory limit. */
async function run(command: string, args: string[], env: Record<string, string>): Promise<void> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [...leanOptions.copying, join(import.meta.dirname, `../../src/${command}-command.ts`), ...args],
    { env: { ...process.env, ...leanEnvironment, ...env }, stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const memory = watchMemory(child);
  const [code] = (await once(child, "close")) as [number | null];
  const peak = memory();
  console.log(`${command}: ${((performance.now() - began) / 1000).toFixed(1)} s, ${Math.round(peak)} MB`);
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`);
  if (peak > MAX_MEMORY_MB) throw new Error(`${command} took ${Math.round(peak)} MB of memory.`);
}

/** Follows the largest resident memory of a process; the returned function ends that, and returns megabytes. */
function watchMemory({ pid }: ChildProcess): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // It has just ended.
    }
  }, 100);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

/** Returns the tables of a backup with their hashes, except those that a restore writes to. */
async function tablesOf(path: string): Promise<string> {
  const { manifest } = await checkBackup(path);
  const written = new Set(["restored", "gateway_watermark"]);
  return JSON.stringify(manifest.tables.filter(({ name }) => !written.has(name)));
}
