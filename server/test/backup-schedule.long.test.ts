import { copyFile, mkdtemp, readdir, rm, statfs, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Expression, type SqlBool, sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { backupFigures, backupTask, checkBackup, listBackups, listRuns } from "#backup";
import { systemClock } from "#platform/clock";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../tools/time-limit.ts";
import { startNode } from "./serving.ts";

vi.setConfig({ testTimeout: timeLimit(120) });

let database: Database;
let dataDir: string;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-schedule-"));
  folder = join(dataDir, "backups");
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the task once, as the poller does when it is due. */
async function runTask(signal = new AbortController().signal): Promise<void> {
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("DATA_DIR", dataDir);
  await backupTask(3_600).run({ db: database.db, clock: systemClock, log: silentLog, signal });
}

/** Lets an hour pass for the schedule. */
const passHours = (hours: number) =>
  database.pool.query(
    "update backup_run set begun_at = begun_at - $1::interval, succeeded_at = succeeded_at - $1::interval",
    [`${hours} hours`],
  );

const isDue = async () => {
  const due = backupTask(3_600).hasWork(systemClock.now()) as Expression<SqlBool>;
  const { rows } = await sql<{ due: boolean }>`select ${due} as due`.execute(database.db);
  return rows[0]?.due;
};

async function runs() {
  const found = await listRuns(database.db);
  return Object.fromEntries(found.map(({ work, ...rest }) => [work, rest]));
}

test("O7: a node backs up by itself, verifies the file, and holds the first drill", async () => {
  const where = { databaseUrl: database.url, dataDir, role: "all" as const };
  const node = await startNode(where, { BACKUP_EVERY: "1h", DRAIN_SECONDS: "0" });
  try {
    await expect
      .poll(async () => (await runs())["drill"]?.succeededAt, { timeout: timeLimit(100), interval: 200 })
      .toBeInstanceOf(Date);
  } finally {
    // A killed node would keep its lease for half a minute.
    node.child.kill("SIGTERM");
    await node.ended;
  }
  const [backup, ...others] = await listBackups(folder);
  expect(others).toEqual([]);
  expect(backup?.status).toEqual({ verified: "restored", command: null });
  const { manifest } = await checkBackup(backup?.path ?? "");
  expect((await runs())["backup"]).toEqual({
    succeededAt: new Date(manifest.snapshotAt),
    bytes: backup?.bytes,
    fault: null,
  });
  expect(await isDue()).toBe(false);
});

test("O7: a disk with less than twice the last backup free: none is begun, the fault is recorded, the old ones stay", async () => {
  await passHours(1);
  expect(await isDue()).toBe(true);
  const [only] = await listBackups(folder);
  const { bavail, bsize } = await statfs(folder);
  // Sparse: it takes no space.
  await truncate(only?.path ?? "", Math.min(bavail * bsize, 2 ** 43));
  try {
    const before = await readdir(folder);
    await runTask();
    expect(await readdir(folder)).toEqual(before);
  } finally {
    await rm(only?.path ?? "");
  }
  expect((await runs())["backup"]?.fault).toContain("less than twice the size of the last backup free");
  expect(await isDue()).toBe(false);
  const figures = await backupFigures(3_600).read(database.db, new Date());
  expect(figures).toContainEqual({ metric: "backup_failing", labels: { work: "backup" }, value: 1 });
  expect(figures).toContainEqual({ metric: "backup_interval_seconds", value: 3_600 });
});

test("O7: a failed backup is due again after ten minutes, on one of two nodes, and its success ends the fault", async () => {
  await passHours(0.2);
  expect(await isDue()).toBe(true);
  await Promise.all([runTask(), runTask()]);
  expect((await runs())["backup"]?.fault).toBeNull();
  expect(await listBackups(folder)).toHaveLength(1);
  // Less than an hour later the task does nothing.
  await runTask();
  expect(await listBackups(folder)).toHaveLength(1);
});

test("O7: a process that stops ends its backup, which leaves no file with a backup's name and no fault", async () => {
  await passHours(1);
  const stopping = new AbortController();
  const running = runTask(stopping.signal);
  await pause(300);
  stopping.abort();
  await running;
  expect(await listBackups(folder)).toHaveLength(1);
  expect((await runs())["backup"]?.fault).toBeNull();
});

test("O7: after a backup, BACKUP_KEEP deletes what is older", async () => {
  const [only] = await listBackups(folder);
  for (const name of ["1", "2"]) {
    const path = join(folder, `cliffhanger-${name}.cliffhanger`);
    await copyFile(only?.path ?? "", path);
    await copyFile(`${only?.path}.json`, `${path}.json`);
  }
  vi.stubEnv("BACKUP_KEEP", "1h");
  await passHours(2);
  await runTask();
  expect(await listBackups(folder)).toHaveLength(2);
});
