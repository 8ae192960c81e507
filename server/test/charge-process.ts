// Pays orders, or changes methods, in a separate process that ends itself with SIGKILL once each charge has reached its step, leaving the state of a
// crash. Loading the server and starting an app cost seconds, so several charges share them: one that stands still does nothing more.

import { readConfig } from "#platform/config";
import { openDatabase } from "#platform/db/database";
import { openFileStore } from "#platform/store/file-store";
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
  charges: Charge[];
}

/** A charge that gets no further than a moment. */
interface Charge {
  buyer: Device;
  /** The order to pay, or the change of method whose overdue renewal is charged. */
  of: { orderId: string } | { setupId: string };
  /** A card, or what was authorised in a wallet. */
  paymentMethod: string;
  /** The moment that the charge has reached when the process dies. */
  killAt: CrashPoint;
}

const { databaseUrl, dataDir, stripe, now, charges } = JSON.parse(process.argv[2] ?? "{}") as ChargeTask;
const database = await openDatabase({ databaseUrl, dataDir, mode: "own", holder: "a test", log: silentLog });
const store = await openFileStore(dataDir);
const person = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };

const app = await createApp({
  config: {
    ...readConfig({ ...raisedLimits, DATA_DIR: dataDir, LOG_LEVEL: "silent" }, dataDir),
    stripe: { ...stripe, apiUrl: new URL(stripe.apiUrl), webhookSecrets: [] },
  },
  log: silentLog,
  clock: manualClock(new Date(now)),
  database,
  store,
  web: null,
  role: "web",
});

/** Starts a charge, and returns once it stands still at its moment. */
async function bringTo({ buyer, of, paymentMethod, killAt }: Charge): Promise<void> {
  const reached = Promise.withResolvers<"reached">();
  const stop = new Promise(() => undefined);
  const restore = crashAt(app.billing, "stripe", killAt, () => {
    reached.resolve("reached");
    return stop;
  });
  const isWallet = paymentMethod.startsWith("ctoken_");
  const given = isWallet ? { confirmationToken: paymentMethod } : { paymentMethod };
  const paid =
    "setupId" in of
      ? callAs(app, buyer, "POST", "/api/payment/method", { ...of, ...given })
      : callAs(app, buyer, "POST", "/api/payment/pay", {
          ...of,
          ...given,
          ...(isWallet ? { method: "wallet" } : { method: "card", ...person }),
        });
  const answer = await Promise.race([reached.promise, paid]);
  if (answer === "reached") return restore();
  process.stderr.write(`A charge did not reach the step ${killAt}: ${JSON.stringify(answer)}\n`);
  process.exit(1);
}

// A charge that stands still inside its transaction holds locks, so it is the last one; a change holds those of its member.
const locking: CrashPoint[] = ["replacing", "settling"];
const locksOf = ({ killAt }: Charge) => locking.indexOf(killAt);
for (const charge of charges.toSorted((a, b) => locksOf(a) - locksOf(b))) await bringTo(charge);
process.kill(process.pid, "SIGKILL");
