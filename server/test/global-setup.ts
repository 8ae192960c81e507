import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openJobs } from "#platform/jobs";
import { openLog } from "#platform/log";
import { migrations } from "../migrations/index.ts";
import { fastFolder } from "./fast-folder.ts";
import { startSimulators } from "./simulators-host.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The migrated database that each test file clones; it must have no connections. */
    templateUrl: string;
    /** Where what media programs made is kept until all tests have ended. */
    mediaRuns: string;
  }
}

/**
 * Starts, once for all test files, the process of the simulators and the embedded PostgreSQL, and creates the template that
 * they clone. Returns a function that stops both and removes its folder.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = openLog({ level: "warn", pretty: false });
  const dataDir = mkdtempSync(join(fastFolder(), "cliffhanger-tests-"));
  const simulators = startSimulators();
  const database = await openDatabase({ dataDir, mode: "own", holder: "npm test", log });
  // No file of tests lasts long enough to gain from it, and a large one paid six seconds of CPU.
  await database.pool.query("alter system set autovacuum = off");
  await database.pool.query("select pg_reload_conf()");
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
  const mediaRuns = mkdtempSync(join(tmpdir(), "cliffhanger-test-media-"));
  project.provide("mediaRuns", mediaRuns);
  const { port, stop } = await simulators;
  project.provide("simulatorsPort", port);
  return async () => {
    await stop();
    await database.close();
    for (const folder of [dataDir, mediaRuns]) rmSync(folder, { recursive: true, force: true });
  };
}
