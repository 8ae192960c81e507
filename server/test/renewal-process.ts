// Does due work of billing in a separate process that ends itself with SIGKILL once each run has reached its step, leaving the state
// of a crash. Loading the server and starting an app cost seconds, so several runs share them: one that stands still does nothing more.

import { readConfig } from "#platform/config";
import { openDatabase } from "#platform/db/database";
import type { PayPalSettings } from "#platform/gateway-settings";
import { openFileStore } from "#platform/store/file-store";
import { createApp } from "../src/app.ts";
import { type CrashPoint, crashAt } from "./faults.ts";
import { silentLog } from "./silent-log.ts";

/** The task of the process, as JSON in its first argument. */
export interface RenewalTask {
  databaseUrl: string;
  dataDir: string;
  paypal: Omit<PayPalSettings, "apiUrl"> & { apiUrl: string };
  runs: Run[];
}

/** Due work that gets no further than a step. */
interface Run {
  now: string;
  /** The step that the work has reached when the process dies. */
  killAt: CrashPoint;
  /** The tasks to run, in order; the renewals by default. */
  tasks?: string[];
}

const { databaseUrl, dataDir, paypal, runs } = JSON.parse(process.argv[2] ?? "{}") as RenewalTask;
const database = await openDatabase({ databaseUrl, dataDir, mode: "own", holder: "a test", log: silentLog });
const store = await openFileStore(dataDir);

const time = { now: new Date(runs[0]?.now ?? 0) };
const app = await createApp({
  config: {
    ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" }, dataDir),
    paypal: { ...paypal, apiUrl: new URL(paypal.apiUrl) },
  },
  log: silentLog,
  clock: { now: () => time.now, machine: () => new Date() },
  database,
  store,
  web: null,
  role: "web",
});

/** Starts due work, and returns once it stands still at its step. */
async function bringTo({ now, killAt, tasks = ["renewals"] }: Run): Promise<void> {
  time.now = new Date(now);
  const reached = Promise.withResolvers<"reached">();
  const stop = new Promise(() => undefined);
  const restore = crashAt(app.billing, "paypal", killAt, () => {
    reached.resolve("reached");
    return stop;
  });
  const work = async () => {
    for (const name of tasks) await app.tasks.find((task) => task.name === name)?.run(app.billing);
  };
  if ((await Promise.race([reached.promise, work()])) === "reached") return restore();
  process.stderr.write(`The work did not reach the step ${killAt}\n`);
  process.exit(1);
}

for (const run of runs) await bringTo(run);
process.kill(process.pid, "SIGKILL");
