import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Accounts } from "#accounts";
import type { Attribution } from "#attribution";
import type { Billing, Task } from "#billing";
import type { Library } from "#library";
import { type ManualClock, manualClock } from "#platform/clock";
import { type Config, readConfig } from "#platform/config";
import type { Database } from "#platform/db/database";
import type { Http } from "#platform/http/server";
import { type MediaStore, openStore } from "#platform/storage";
import { testDatabase } from "#test/database";
import { raisedLimits } from "#test/raised-limits";
import { silentLog } from "#test/silent-log";
import { type App, createApp } from "../src/app.ts";

/** The real app on a database and a data folder of its own. */
export interface TestApp {
  http: Http;
  accounts: Accounts;
  attribution: Attribution;
  library: Library;
  billing: Billing;
  tasks: readonly Task[];
  database: Database;
  clock: ManualClock;
  store: MediaStore;
  /** Holds the media that the database is tied to: another process on this database must be given it. */
  dataDir: string;
  close(): Promise<void>;
}

/** What stands outside of the app and is no setting: where mail and the stand-ins are. */
export type TestOutside = Partial<Pick<Config, "smtpUrl" | "facebook" | "stripe" | "paypal">>;

/** Boots the app for a test file, in `beforeAll`: everything but the listening socket and the workers. */
export async function testApp(env: Record<string, string> = {}, outside: TestOutside = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-app-"));
  const database = await testDatabase();
  const clock = manualClock(new Date("2026-11-20T12:00:00Z"));
  const read = readConfig({ ...raisedLimits, ...env, DATA_DIR: dataDir, LOG_LEVEL: "silent" }, dataDir);
  const config = { ...read, ...outside };
  const store = await openStore(dataDir);
  const app = await createApp({ config, log: silentLog, clock, database, store, web: null, role: "web" });
  await app.http.ready();
  return {
    http: app.http,
    accounts: app.accounts,
    attribution: app.attribution,
    library: app.library,
    billing: app.billing,
    tasks: app.tasks,
    database,
    clock,
    store,
    dataDir,
    async close() {
      await app.stop(0);
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A second node on the database of the first, as another machine behind the same proxy would be. */
export function secondNode(first: TestApp): Promise<App> {
  const config = readConfig({ ...raisedLimits, DATA_DIR: "/nowhere", LOG_LEVEL: "silent" }, "/nowhere");
  return createApp({ ...first, config, log: silentLog, web: null, role: "web" });
}
