import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Accounts } from "#accounts";
import type { Attribution } from "#attribution";
import type { Billing, Task } from "#billing";
import type { Library } from "#library";
import { type Config, readConfig } from "#platform/config";
import type { Database, Db } from "#platform/db/database";
import type { Figures } from "#platform/db/figures";
import { type Notifications, notify } from "#platform/db/listen";
import { recordFiles } from "#platform/db/media-files";
import type { Http } from "#platform/http/server";
import { randomWord } from "#platform/ids";
import type { MediaStore } from "#platform/storage";
import { openStore } from "#platform/store/open-store";
import { testDatabase } from "#test/database";
import { fastFolder } from "#test/fast-folder";
import { type ManualClock, manualClock } from "#test/manual-clock";
import { raisedLimits } from "#test/raised-limits";
import { silentLog } from "#test/silent-log";
import { type App, createApp } from "../src/app.ts";

/** The real app with a dedicated database and data folder. */
export interface TestApp {
  http: Http;
  accounts: Accounts;
  attribution: Attribution;
  library: Library;
  billing: Billing;
  tasks: readonly Task[];
  metricsPort: number | null;
  config: Config;
  figures: Figures | null;
  database: Database;
  clock: ManualClock;
  store: MediaStore;
  /** Holds the media that the database refers to: another process on this database must use the same folder. */
  dataDir: string;
  passwordCost: typeof passwordCost;
  /** Waits until this app has received every notification that was committed before the call. */
  notified(): Promise<void>;
  close(): Promise<void>;
}

/** Addresses of external services, which are not settings: mail and the simulators. */
export type TestOutside = Partial<Pick<Config, "smtpUrl" | "facebook" | "stripe" | "paypal">> & {
  /** Where the simulated pixels are. */
  pixels?: NonNullable<Parameters<typeof createApp>[0]["pixels"]>;
};

/** The lowest cost that argon2 accepts, because tests create hundreds of members. */
const passwordCost = { m: 8, t: 1, p: 1 };

/**
 * Starts the app for a test file, in `beforeAll`: everything except the listening socket and the workers. `given`: a
 * migrated database, which the caller closes; by default the app gets one of its own.
 */
export async function testApp(
  env: Record<string, string> = {},
  { pixels, ...outside }: TestOutside = {},
  given?: Database,
): Promise<TestApp> {
  const cleanups: (() => unknown)[] = [];
  const close = async () => {
    for (let end = cleanups.pop(); end; end = cleanups.pop()) await end();
  };
  try {
    const dataDir = await mkdtemp(join(fastFolder(), "cliffhanger-app-"));
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
    const database = given ?? (await testDatabase());
    if (!given) cleanups.push(() => database.close());
    const clock = manualClock(new Date("2026-11-20T12:00:00Z"));
    const read = readConfig({ ...raisedLimits, ...env, DATA_DIR: dataDir, LOG_LEVEL: "silent" }, dataDir);
    const config = { ...read, ...outside };
    const store = recordFiles(await openStore(config), database.db);
    const app = await createApp({
      ...(pixels && { pixels }),
      config,
      log: silentLog,
      clock,
      database,
      store,
      web: null,
      role: "web",
      passwordCost,
    });
    cleanups.push(() => app.stop(0));
    await app.http.ready();
    const notified = await followNotifications(app.notifications, database.db);
    return { ...app, config, database, clock, store, dataDir, passwordCost, notified, close };
  } catch (error) {
    // A failing hook has nothing to close, so everything opened so far is closed here.
    await close();
    throw error;
  }
}

/**
 * Waits for a notification sent by this call. Notifications arrive in commit order, so all earlier ones have arrived by
 * then.
 */
async function followNotifications(notifications: Notifications, db: Db): Promise<() => Promise<void>> {
  const waiting = new Map<string, () => void>();
  await notifications.on("test_marker", (marker) => waiting.get(marker)?.());
  return async () => {
    const marker = randomWord(12);
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(marker, resolve);
    await notify(db, "test_marker", marker);
    await promise;
    waiting.delete(marker);
  };
}

/**
 * Opens a second node on the database of the first, like another machine behind the same proxy. It has no gateways unless
 * it gets the settings of the first.
 */
export function secondNode(
  first: TestApp,
  config = readConfig({ ...raisedLimits, DATA_DIR: "/nowhere", LOG_LEVEL: "silent" }, "/nowhere"),
): Promise<App> {
  return createApp({ ...first, config, log: silentLog, web: null, role: "web" });
}
