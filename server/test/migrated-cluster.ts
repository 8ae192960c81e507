import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openJobs } from "#platform/jobs";
import type { Log } from "#platform/log";
import { stampOf } from "../../tools/bootstrap/builds.mjs";
import { migrations } from "../migrations/index.ts";
import { fastFolder } from "./fast-folder.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, ".cache/test-cluster");

const TEMPLATE = "template_migrated";
const UNFINISHED = "unfinished-";
/** Nobody makes the files for so long: who began was killed. */
const ABANDONED_MS = 3_600_000;

/** Everything that decides what the cluster holds. Migrations import nothing else, and the lock file has PostgreSQL and the jobs' tables. */
const DECIDING = [
  "server/migrations",
  "server/src/platform",
  "server/test/migrated-cluster.ts",
  "package-lock.json",
];

/**
 * Puts the files of an embedded PostgreSQL with the migrated database that tests clone into `dataDir`: a copy of what an earlier
 * run made from the same migrations. Making them takes four seconds of CPU, and `npm test` needs them for each of its parts.
 */
export async function putMigratedCluster(dataDir: string, log: Log): Promise<void> {
  const made = join(folder, nameOf());
  if (!existsSync(made)) await make(made, log);
  mkdirSync(join(dataDir, "postgres"), { mode: 0o700 });
  copy(made, join(dataDir, "postgres/data"));
}

/** Makes the files, and removes those of earlier migrations. Another process may make the same at the same time. */
async function make(path: string, log: Log): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const earlier = earlierThan(path);
  const unfinished = join(folder, `${UNFINISHED}${randomUUID()}`);
  const scratch = mkdtempSync(join(fastFolder(), "cliffhanger-tests-"));
  try {
    await migrateIn(scratch, log);
    copy(join(scratch, "postgres/data"), unfinished);
    if (!existsSync(path)) renameSync(unfinished, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    for (const rest of [scratch, unfinished]) rmSync(rest, { recursive: true, force: true });
  }
  for (const each of earlier) rmSync(each, { recursive: true, force: true });
}

/** Returns the files of earlier migrations beside these, and what was left unfinished by a process that was killed. */
export function earlierThan(path: string): string[] {
  const beside = readdirSync(dirname(path)).map((name) => join(dirname(path), name));
  return beside.filter((each) => each !== path && !(isUnfinished(each) && isYoung(each)));
}

function isUnfinished(path: string): boolean {
  return basename(path).startsWith(UNFINISHED);
}

/** By the time of its entry: the copy has the times of its original. */
function isYoung(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.ctimeMs < ABANDONED_MS;
}

async function migrateIn(dataDir: string, log: Log): Promise<void> {
  const shared = { dataDir, mode: "own", holder: "npm test", log } as const;
  const database = await openDatabase(shared);
  // No file of tests lasts long enough to gain from it, and a large one paid six seconds of CPU.
  await database.pool.query("alter system set autovacuum = off");
  await database.pool.query(`create database ${TEMPLATE}`);
  const template = await openDatabase({ ...shared, databaseUrl: templateUrl(database.url) });
  await migrate(template, migrations, log);
  await (await openJobs(template, log)).stop();
  await template.close();
  await database.close();
}

/** Returns the address of the migrated database on the server with this one. */
export function templateUrl(url: string): string {
  const template = new URL(url);
  template.pathname = `/${TEMPLATE}`;
  return template.href;
}

/** Copies by `cp`, which preserves owners and modes: PostgreSQL may run as another user. */
function copy(from: string, to: string): void {
  execFileSync("cp", ["-a", from, to]);
}

/** Returns a name for the files: of what decides their content, of the system, and of the user whom they belong to. */
const nameOf = () =>
  [process.platform, process.arch, process.getuid?.(), stampOf({ folder, sources: DECIDING })].join("-");
