import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { checkBackup, listBackups, readInstallationCode } from "#backup";
import { readConfig } from "#platform/config";
import type { Database } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { testDatabase } from "#test/database";
import { runCommandHere } from "#test/run-command";
import { serverProgram } from "#test/serving";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../tools/time-limit.ts";
import { migrations } from "../migrations/index.ts";
import { backUpBefore } from "../src/before-migrations.ts";
import { main as runReport } from "../src/report-command.ts";

vi.setConfig({ testTimeout: timeLimit(60) });

/** The step that the database lacks, as that of the former release. */
const STEP = "0040-backup-runs";

let database: Database;
let code: string;
let dataDir: string;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  code = (await readInstallationCode(database.pool)) ?? "";
  dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-before-"));
  folder = join(dataDir, "backups");
});
beforeEach(async () => {
  await database.pool.query("drop table if exists backup_run");
  await database.pool.query("delete from schema_migration where name = $1", [STEP]);
  await database.pool.query("delete from visitor");
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const addMember = ({ pool } = database) =>
  pool.query(
    `insert into visitor (id, kind, email, referrer_token, created_at) values ('m', 'member', 'm@example.com', 'm', now())`,
  );

const isMigrated = async () =>
  (await database.pool.query("select from schema_migration where name = $1", [STEP])).rows.length > 0;

const begins = () => ({
  ...process.env,
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  DEMO: "off",
  PORT: "0",
  LOG_LEVEL: "info",
  DRAIN_SECONDS: "0",
});

/** Starts the site, lets it run until it is ready, and returns what it printed. `through` runs it in another program. */
async function startOnce(env: Record<string, string> = {}, through: string[] = []): Promise<string> {
  const [program, ...args] = [...through, process.execPath, serverProgram, "--role", "web"];
  const child = spawn(program ?? process.execPath, args, {
    env: { ...begins(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes("Cliffhanger is at")) child.kill("SIGTERM");
    });
  await ended;
  return output;
}

/** Migrates as a start does, with what it does before. */
async function migrateHere(env: Record<string, string> = {}): Promise<void> {
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...env }, dataDir);
  const before = (names: readonly string[]) => backUpBefore({ config, database, log: silentLog }, names);
  await migrate(database, migrations, silentLog, { before });
}

test("O6: a database without a member or an order is migrated without a backup", async () => {
  await migrateHere();
  expect(await isMigrated()).toBe(true);
  expect(await readdir(folder).catch(() => [])).toEqual([]);
});

test("O6: a start with a pending migration and one member backs up before it migrates, and once only", async () => {
  await addMember();
  expect(await startOnce()).toContain("Backed up before the migrations");
  expect(await isMigrated()).toBe(true);
  const [backup, ...others] = await listBackups(folder);
  expect(others).toEqual([]);
  expect(backup).toMatchObject({
    path: join(folder, `before-${STEP}-${code}.cliffhanger`),
    status: { verified: "hashes" },
  });
  const { manifest } = await checkBackup(backup?.path ?? "");
  expect(manifest.migrations).not.toContain(STEP);
  expect(manifest.tables.find(({ name }) => name === "visitor")?.rows).toBe(1);
  await migrateHere();
  expect(await listBackups(folder)).toHaveLength(1);
});

test("O6: a repeated start replaces its backup; after some of the migrations it keeps the first", async () => {
  await addMember();
  const failing = { ...migrations, "9999-fails": { up: () => Promise.reject(new Error("on purpose")) } };
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir }, dataDir);
  const before = (names: readonly string[]) => backUpBefore({ config, database, log: silentLog }, names);
  for (let start = 0; start < 3; start++)
    await expect(migrate(database, failing, silentLog, { before })).rejects.toThrow("on purpose");
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith("before-9999") && !name.endsWith(".json"),
  );
  expect(names.toSorted()).toEqual([
    `before-9999-fails-${code}-2.cliffhanger`,
    `before-9999-fails-${code}.cliffhanger`,
  ]);
  const first = await checkBackup(join(folder, `before-9999-fails-${code}.cliffhanger`));
  expect(first.manifest.migrations).not.toContain(STEP);
});

test("O6: two installations that share BACKUP_DIR and are updated at the same moment both have their backup", async () => {
  const other = await testDatabase();
  const shared = join(dataDir, "shared");
  try {
    await other.pool.query("alter table installation disable trigger installation_stays");
    await other.pool.query("update installation set code = 'ZZZZ9'");
    await other.pool.query("drop table backup_run");
    await other.pool.query("delete from schema_migration where name = $1", [STEP]);
    await addMember();
    await addMember(other);
    await Promise.all(
      [database, other].map((each) => {
        const env = { DATABASE_URL: each.url, DATA_DIR: dataDir, BACKUP_DIR: shared };
        const context = { config: readConfig(env, dataDir), database: each, log: silentLog };
        return migrate(each, migrations, silentLog, { before: (names) => backUpBefore(context, names) });
      }),
    );
    const listed = await listBackups(shared);
    expect(new Set(listed.map(({ installation }) => installation))).toEqual(new Set([code, "ZZZZ9"]));
    expect(listed.map(({ path }) => basename(path)).toSorted()).toEqual(
      [`before-${STEP}-${code}.cliffhanger`, `before-${STEP}-ZZZZ9.cliffhanger`].toSorted(),
    );
  } finally {
    await other.close();
  }
});

test("O6: a command does not migrate a database that is in use, and says what does", async () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  const refused = await runCommandHere(runReport, [], env);
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringContaining("Pending migrations: 1. Start the site once: npm start backs up"),
  });
  expect(await isMigrated()).toBe(false);
  const allowed = await runCommandHere(runReport, [], { ...env, MIGRATE_WITHOUT_BACKUP: "1" });
  expect(allowed.code).toBe(0);
  expect(await isMigrated()).toBe(true);
});

test("O6: MIGRATE_WITHOUT_BACKUP=1 migrates without a backup", async () => {
  await addMember();
  await rm(folder, { recursive: true, force: true });
  await migrateHere({ MIGRATE_WITHOUT_BACKUP: "1" });
  expect(await isMigrated()).toBe(true);
  expect(await readdir(folder).catch(() => [])).toEqual([]);
});

/** Runs a program in which the folder is a disk of 16 KB, smaller than any backup. */
const smallDisk = [
  ...["unshare", "--mount", ...(process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"])],
  ...["bash", "-c", 'mount -t tmpfs -o size=16k tmpfs "$BACKUP_DIR" && exec "$@"', "bash"],
];
const canMount =
  spawnSync(smallDisk[0] ?? "", [...smallDisk.slice(1), "true"], {
    env: { ...process.env, BACKUP_DIR: tmpdir() },
  }).status === 0;

test.skipIf(!canMount)(
  "O6: when the disk of backups is full, nothing is migrated, and the former schema is untouched",
  async () => {
    await addMember();
    await mkdir(folder, { recursive: true });
    const output = await startOnce({ BACKUP_DIR: folder }, smallDisk);
    expect(output).toMatch(/nothing was migrated.*The disk of .* is full.*MIGRATE_WITHOUT_BACKUP=1/s);
    expect(output).not.toContain("Cliffhanger is at");
    expect(await isMigrated()).toBe(false);
    const { rows } = await database.pool.query("select to_regclass('backup_run') as there");
    expect(rows).toEqual([{ there: null }]);
  },
);
