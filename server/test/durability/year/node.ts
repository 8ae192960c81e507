// One node of the site, put together as `main.ts` does it, on a clock that the database moves. Started by fleet.ts.
import { join } from "node:path";
import { readConfig } from "#platform/config";
import { makeDataFolder } from "#platform/data-folder";
import { openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openMovedClock } from "#platform/db/moved-clock";
import { openLog } from "#platform/log";
import { openStore } from "#platform/storage";
import { migrations } from "../../../migrations/index.ts";
import { createApp } from "../../../src/app.ts";
import { type CrashPoint, crashAt } from "../../faults.ts";

/** What the parent asks: do everything that is due now, or die by SIGKILL at a step of a charge. */
export type Order = { work: number } | { killAt: CrashPoint };
/** What the node answers. */
export type Reply = { ready: true } | { worked: number; done: number };

const config = readConfig(process.env, join(import.meta.dirname, "../../../.."));
const log = openLog({ level: config.logLevel, pretty: false });
makeDataFolder(config.dataDir);
const database = await openDatabase({
  databaseUrl: config.databaseUrl,
  dataDir: config.dataDir,
  mode: "own",
  holder: "year node",
  log,
});
await migrate(database, migrations, log);
const store = await openStore(config.dataDir);
const clock = await openMovedClock(database.db);
const app = await createApp({
  config,
  log,
  clock,
  database,
  store,
  web: null,
  role: "all",
  demo: { clock, pages: [] },
});
await app.http.listen({ port: config.port, host: config.host });

process.on("message", (order: Order) => {
  if ("killAt" in order)
    for (const gateway of app.billing.gateways.keys())
      crashAt(app.billing, gateway, order.killAt, () => process.kill(process.pid, "SIGKILL"));
  else void work(order.work);
});
process.once("disconnect", () => process.exit(0));
reply({ ready: true });

/** Runs every task until nothing is due, beside the loops that run them anyway. */
async function work(id: number): Promise<void> {
  let done = 0;
  for (let round = 0; round < 20; round++) {
    let now = 0;
    for (const task of app.tasks)
      now += await task.run(app.billing).catch((error: unknown) => {
        log.warn({ err: error, task: task.name }, "A task failed");
        return 0;
      });
    done += now;
    if (now === 0) break;
  }
  reply({ worked: id, done });
}

function reply(answer: Reply): void {
  process.send?.(answer);
}
