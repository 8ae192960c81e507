// One node of the site, put together as `main.ts` does it, on a clock that the database moves. Started by fleet.ts.
import { join } from "node:path";
import { moneyTasks, waitForCharges } from "#billing";
import { readConfig } from "#platform/config";
import { makeDataFolder } from "#platform/data-folder";
import { openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openMovedClock } from "#platform/db/moved-clock";
import { openLog } from "#platform/log";
import { openFileStore } from "#platform/store/file-store";
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
const store = await openFileStore(config.dataDir);
const clock = await openMovedClock(database.db);
const running = followTasks();
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

/**
 * Runs every task until nothing is due, beside the poller that runs them anyway, and waits for what the poller has under way.
 * Counts at least one where it could not find out.
 */
async function work(id: number): Promise<void> {
  let done = 0;
  try {
    // The news that the clock was moved may still be on its way.
    await clock.refresh();
  } catch (error) {
    log.warn({ err: error }, "The clock could not be read");
    return reply({ worked: id, done: 1 });
  }
  for (let round = 0; round < 20; round++) {
    let now = running.size + app.billing.slowCharges.size;
    await Promise.allSettled(running);
    await waitForCharges(app.billing);
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

/** Follows the runs of all tasks, whoever starts them; returns those that have not ended. Before the app takes the tasks. */
function followTasks(): ReadonlySet<Promise<unknown>> {
  const runs = new Set<Promise<unknown>>();
  for (const task of moneyTasks) {
    const { run } = task;
    task.run = (billing) => {
      const work = run(billing);
      const ended = work.then(forget, forget);
      function forget() {
        runs.delete(ended);
      }
      runs.add(ended);
      return work;
    };
  }
  return runs;
}

function reply(answer: Reply): void {
  process.send?.(answer);
}
