import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#platform/db/database";
import { openLog } from "#platform/log";
import { fastFolder } from "./fast-folder.ts";
import { putMigratedCluster, templateUrl } from "./migrated-cluster.ts";
import { startSimulators } from "./simulators-host.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The migrated database that each test file clones; it must have no connections. */
    templateUrl: string;
    /** Where what media programs made is kept until all tests have ended; the parts of `npm test` share one. */
    mediaRuns: string;
  }
}

/**
 * Starts, once for all test files, the process of the simulators and the embedded PostgreSQL with the template that
 * they clone. Returns a function that stops both and removes its folder.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = openLog({ level: "warn", pretty: false });
  const dataDir = mkdtempSync(join(fastFolder(), "cliffhanger-tests-"));
  const simulators = startSimulators();
  await putMigratedCluster(dataDir, log);
  const database = await openDatabase({ dataDir, mode: "own", holder: "npm test", log });
  project.provide("templateUrl", templateUrl(database.url));
  const shared = process.env["TEST_MEDIA_RUNS"];
  const mediaRuns = shared ?? mkdtempSync(join(tmpdir(), "cliffhanger-test-media-"));
  project.provide("mediaRuns", mediaRuns);
  const { port, stop } = await simulators;
  project.provide("simulatorsPort", port);
  return async () => {
    await stop();
    await database.close();
    for (const folder of [dataDir, ...(shared ? [] : [mediaRuns])])
      rmSync(folder, { recursive: true, force: true });
  };
}
