// Pays an order in a separate process that ends itself with SIGKILL at a given step, leaving the state of a crash.

import { readConfig } from "#platform/config";
import { openDatabase } from "#platform/db/database";
import { openStore } from "#platform/storage";
import { manualClock } from "#test/manual-clock";
import { raisedLimits } from "#test/raised-limits";
import { createApp } from "../src/app.ts";
import { type CrashPoint, crashAt } from "./faults.ts";
import { callAs, type Device } from "./people.ts";
import { silentLog } from "./silent-log.ts";

/** The task of the process, as JSON in its first argument. */
export interface ChargeTask {
  databaseUrl: string;
  dataDir: string;
  stripe: { secretKey: string; publishableKey: string; apiUrl: string; scriptUrl: string };
  now: string;
  buyer: Device;
  orderId: string;
  paymentMethod: string;
  /** The moment at which the process dies. */
  killAt: CrashPoint;
}

const { databaseUrl, dataDir, stripe, now, buyer, orderId, paymentMethod, killAt } = JSON.parse(
  process.argv[2] ?? "{}",
) as ChargeTask;
const database = await openDatabase({ databaseUrl, dataDir, mode: "own", holder: "a test", log: silentLog });
const app = await createApp({
  config: {
    ...readConfig({ ...raisedLimits, DATA_DIR: dataDir, LOG_LEVEL: "silent" }, dataDir),
    stripe: { ...stripe, apiUrl: new URL(stripe.apiUrl), webhookSecrets: [] },
  },
  log: silentLog,
  clock: manualClock(new Date(now)),
  database,
  store: await openStore(dataDir),
  web: null,
  role: "web",
});
crashAt(app.billing, "stripe", killAt, () => process.kill(process.pid, "SIGKILL"));
const person = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };
await callAs(app, buyer, "POST", "/api/payment/pay", { orderId, method: "card", paymentMethod, ...person });
process.exit(0);
