import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openJobs } from "#platform/jobs";
import { openLog } from "#platform/log";
import { migrations } from "../migrations/index.ts";
import { fastFolder } from "./fast-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The migrated database that each test file clones; it must have no connections. */
    templateUrl: string;
  }
}

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
