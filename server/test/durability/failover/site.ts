import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { saveSeries } from "#catalogue";
import { asSystem } from "#platform/db/audit";
import { type Database, openDatabase } from "#platform/db/database";
import { recordFiles } from "#platform/db/media-files";
import { claimStore } from "#platform/db/media-marker";
import { migrate } from "#platform/db/migrate";
import type { StripeSettings } from "#platform/gateway-settings";
import { openStore } from "#platform/store/open-store";
import { type MadeSeries, makeSeries } from "#test/factories";
import { manualClock } from "#test/manual-clock";
import { raisedLimits } from "#test/raised-limits";
import { type Node, serverProgram, startNode } from "#test/serving";
import { silentLog } from "#test/silent-log";
import { migrations } from "../../../migrations/index.ts";

const SERIES = 12;
const START_MS = 60_000;

/** Two web nodes and a worker as processes of their own, on one database. */
export interface Site {
  nodes: readonly Node[];
  series: readonly MadeSeries[];
  env: Record<string, string>;
  /** Returns the worker's log so far. */
  workerLog(): string;
  stop(): Promise<void>;
}

/** Migrates the database, publishes series, and starts the nodes and the worker. */
export async function startSite(databaseUrl: string, dataDir: string, stripe: StripeSettings): Promise<Site> {
  const env = {
    ...raisedLimits,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: "off",
    BACKUP_ELSEWHERE: "1",
    DRAIN_SECONDS: "0",
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: "whsec_first",
    STRIPE_API_URL: stripe.apiUrl?.origin ?? "",
    PAYMENTS_ALLOW_SANDBOX: "1",
  };
  // Guests may buy only where emails leave. The worker sends none: its jobs wait.
  const mail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "site@example.com" };
  const series = await publish(databaseUrl, dataDir);
  const nodes: Node[] = [];
  for (let count = 0; count < 2; count++)
    nodes.push(await startNode({ databaseUrl, dataDir, role: "web" }, { ...env, ...mail }));
  const worker = await startWorker(env);
  return {
    nodes,
    series,
    env,
    workerLog: worker.log,
    async stop() {
      for (const { close } of nodes) await close();
      worker.child.kill("SIGKILL");
      await worker.ended;
    },
  };
}

/** Opens the database for the test itself. */
export function openOwn(databaseUrl: string): Promise<Database> {
  return openDatabase({
    databaseUrl,
    dataDir: "",
    mode: "own",
    holder: "npm run test:long",
    log: silentLog,
    poolSize: 2,
    connectionName: "test",
  });
}

async function publish(databaseUrl: string, dataDir: string): Promise<MadeSeries[]> {
  const database = await openOwn(databaseUrl);
  try {
    await migrate(database, migrations, silentLog);
    const store = recordFiles(await openStore({ dataDir, bucket: null }), database.db);
    await claimStore(database.db, store);
    const clock = manualClock(new Date());
    const notified = async () => undefined;
    const made: MadeSeries[] = [];
    for (let at = 0; at < SERIES; at++)
      made.push(await makeSeries({ database, clock, store, notified }, { title: { en: `Tide ${at}` } }));
    return made;
  } finally {
    await database.close();
  }
}

async function startWorker(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [serverProgram, "--role", "worker"], {
    env: { ...process.env, ...env, LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const ended = once(child, "close");
  for (const until = performance.now() + START_MS; !output.includes("Working in the background"); ) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`The worker did not start:\n${output}`);
    await pause(50);
  }
  return { child, ended, log: () => output };
}

/** Renames a series, as an operator does; the nodes hear of it by a notification. */
export async function rename({ db }: Database, { id }: MadeSeries, title: string): Promise<void> {
  await asSystem(db, "restore", async (trx) => {
    const { rows } = await sql<{
      source_key: string;
    }>`select source_key from series where id = ${id}`.execute(trx);
    const changed = {
      sourceKey: rows[0]?.source_key ?? "",
      title: { en: title },
      synopsis: {},
      language: "en" as const,
      freeEpisodeCount: 2,
      completed: false,
    };
    await saveSeries(trx, manualClock(new Date()), changed, []);
  });
}
