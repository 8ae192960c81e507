import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openJobs } from "#platform/jobs";
import { openLog } from "#platform/log";
import { migrations } from "../migrations/index.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The migrated database that each test file clones; it must have no connections. */
    templateUrl: string;
  }
}

/** Enough for the databases of all workers, with 256 MB of write-ahead log. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Starts the embedded PostgreSQL once for all test files and creates the template that they clone. Returns a function
 * that stops the server and removes its folder.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = openLog({ level: "warn", pretty: false });
  const dataDir = mkdtempSync(join(fastFolder(), "cliffhanger-tests-"));
  const database = await openDatabase({ dataDir, mode: "own", holder: "npm test", log });
  await database.pool.query("create database template_migrated");
  const url = new URL(database.url);
  url.pathname = "/template_migrated";
  const template = await openDatabase({
    databaseUrl: url.href,
    dataDir,
    mode: "own",
    holder: "npm test",
    log,
  });
  await migrate(template, migrations, log);
  await (await openJobs(template, log)).stop();
  await template.close();
  project.provide("templateUrl", url.href);
  return async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/**
 * Returns a folder in memory when the system has one that is large enough: each file clones a database, and commits are
 * synced.
 */
function fastFolder(): string {
  const memory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(memory);
    accessSync(memory, constants.W_OK);
    if (bavail * bsize >= ENOUGH_BYTES) return memory;
  } catch {
    // Only Linux has /dev/shm.
  }
  return tmpdir();
}
