// Does due work of billing in a separate process that ends itself with SIGKILL at a given step, leaving the state of a crash.

import { readConfig } from "#platform/config";
import { openDatabase } from "#platform/db/database";
import type { PayPalSettings } from "#platform/gateway-settings";
import { openFileStore } from "#platform/store/file-store";
import { manualClock } from "#test/manual-clock";
import { createApp } from "../src/app.ts";
import { type CrashPoint, crashAt } from "./faults.ts";
import { silentLog } from "./silent-log.ts";

/** The task of the process, as JSON in its first argument. */
export interface RenewalTask {
  databaseUrl: string;
  dataDir: string;
  paypal: Omit<PayPalSettings, "apiUrl"> & { apiUrl: string };
  now: string;
  /** The moment at which the process dies. */
  killAt: CrashPoint;
  /** The tasks to run, in order; the renewals by default. */
  tasks?: string[];
}

const {
  databaseUrl,
  dataDir,
  paypal,
  now,
  killAt,
  tasks = ["renewals"],
} = JSON.parse(process.argv[2] ?? "{}") as RenewalTask;
const database = await openDatabase({ databaseUrl, dataDir, mode: "own", holder: "a test", log: silentLog });
const app = await createApp({
  config: {
    ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" }, dataDir),
    paypal: { ...paypal, apiUrl: new URL(paypal.apiUrl) },
  },
  log: silentLog,
  clock: manualClock(new Date(now)),
  database,
  store: await openFileStore(dataDir),
  web: null,
  role: "web",
});
crashAt(app.billing, "paypal", killAt, () => process.kill(process.pid, "SIGKILL"));
for (const name of tasks) await app.tasks.find((task) => task.name === name)?.run(app.billing);
process.exit(0);
