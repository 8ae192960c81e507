import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { systemClock } from "#platform/clock";
import { type Database, openDatabase } from "#platform/db/database";
import { openFileStore } from "#platform/store/file-store";
import { makeDataDir } from "#test/data-dir";
import { type DatabaseProxy, openDatabaseProxy } from "#test/database-proxy";
import { type MadeSeries, makeSeries } from "#test/factories";
import { freePort } from "#test/free-port";
import { raisedLimits } from "#test/raised-limits";
import { type CommandEnd, runCommandFile } from "#test/run-command";
import { type TestSandbox, testSandbox } from "#test/sandbox";
import { serverProgram } from "#test/serving";
import { silentLog } from "#test/silent-log";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { control } from "../../../src/sandbox-gateways.ts";
import { type Gateway, openGateway } from "../year/gateways.ts";

/** A process of the site: what `npm start` runs. */
export interface SiteProcess {
  origin: string;
  metrics: string;
  log(): string;
  kill(): Promise<void>;
}

/** A site as an operator runs it on several machines: two web servers, a worker, and what lies around them. */
export interface Site {
  /** The first web server reaches the database through proxies that can fail. */
  web: [SiteProcess, SiteProcess];
  worker: SiteProcess;
  /** Between the first web server and the database: its requests, and its notifications. */
  network: { requests: DatabaseProxy; notifications: DatabaseProxy };
  database: Database;
  stripe: Gateway;
  mailbox: TestSandbox;
  /** What can be watched. */
  series: MadeSeries;
  /** Small disks of their own: of the backups, and of temporary files of the worker. */
  disks: { backups: string; temporary: string };
  /** Asks the database, on a connection of its own that waits however busy the machine is. */
  query<T extends object>(text: string, values?: unknown[]): Promise<T[]>;
  /** Runs one of the operator's commands with the site's settings. */
  command(file: string, args: string[]): Promise<CommandEnd>;
  /** Starts one of the operator's commands; returns what kills it. It is killed with the site at the latest. */
  begin(file: string, args: string[]): () => unknown;
  close(): Promise<void>;
}

const READY_MS = timeLimit(120);
const source = (file: string) => join(import.meta.dirname, "../../../src", file);

/** Starts the site; its worker's temporary disk is full if `spoil` fills it. */
export async function openSite(spoil: (temporary: string) => void): Promise<Site> {
  const folder = makeDataDir();
  const dataDir = folder.path;
  const closing: (() => unknown)[] = [() => folder.remove()];
  const close = async () => {
    for (const end of closing.reverse()) await end();
  };
  try {
    // In memory, so that only what is broken makes the site slow.
    mount(dataDir, "4g", closing);
    const disks = { backups: mount(join(dataDir, "../backups"), "64m", closing), temporary: "" };
    disks.temporary = mount(join(dataDir, "../temporary"), "700m", closing);
    spoil(disks.temporary);
    const database = await openDatabase({ dataDir, mode: "own", holder: "alerts", log: silentLog });
    closing.push(() => database.close());
    const mailbox = await testSandbox();
    closing.push(() => mailbox.stop());
    const simulators = mkdtempSync(join(dataDir, "../simulators-"));
    const { gateway: stripe, ready } = await openGateway<StripeReady>("stripe", simulators);
    closing.push(() => stripe.leave());
    const network = {
      requests: await openDatabaseProxy(database.url),
      notifications: await openDatabaseProxy(database.directUrl),
    };
    closing.push(
      () => network.requests.close(),
      () => network.notifications.close(),
    );
    const ports = [await freePort(), await freePort()];
    const hook = { url: `http://127.0.0.1:${ports[1]}/api/webhook/payment/stripe` };
    const { secret } = (await control(ready.control, "PUT", "/webhook-endpoint", hook)) as { secret: string };
    const env = {
      ...raisedLimits,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      BACKUP_DIR: disks.backups,
      BACKUP_EVERY: "1m",
      DEMO: "off",
      LOG_LEVEL: "info",
      SMTP_URL: mailbox.smtpUrl,
      MAIL_FROM: "no-reply@example.com",
      PAYMENTS_ALLOW_SANDBOX: "1",
      STRIPE_SECRET_KEY: ready.secretKey,
      STRIPE_PUBLISHABLE_KEY: ready.publishableKey,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_URL: new URL(ready.api).origin,
    };
    const start = async (role: "web" | "worker", more: Record<string, string>) => {
      const started = await startProcess(role, { ...env, ...more });
      closing.push(() => started.kill());
      return started;
    };
    const through = { DATABASE_URL: network.requests.url, DIRECT_DATABASE_URL: network.notifications.url };
    const first = await start("web", { PORT: String(ports[0]), ...through });
    // The first one has migrated the database.
    const [second, worker] = await Promise.all([
      start("web", { PORT: String(ports[1]) }),
      start("worker", { TMPDIR: disks.temporary }),
    ]);
    const app = {
      database,
      clock: systemClock,
      store: await openFileStore(dataDir),
      notified: async () => undefined,
    };
    const series = await makeSeries(app as unknown as Parameters<typeof makeSeries>[0], { free: 1 });
    return {
      web: [first, second],
      worker,
      network,
      database,
      stripe,
      mailbox,
      disks,
      series,
      async query<T extends object>(text: string, values: unknown[] = []) {
        const client = new pg.Client({ connectionString: database.url });
        await client.connect();
        try {
          const results = [await client.query<T>(text, values)].flat();
          return results.flatMap(({ rows }) => rows);
        } finally {
          await client.end();
        }
      },
      command: (file, args) => runCommandFile(source(file), args, env),
      begin(file, args) {
        const child = spawn(process.execPath, [source(file), ...args], {
          env: { ...process.env, ...env },
          stdio: "ignore",
        });
        const kill = () => child.kill("SIGKILL");
        closing.push(kill);
        return kill;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface StripeReady {
  api: string;
  control: string;
  secretKey: string;
  publishableKey: string;
}

/** Makes a small disk in memory at a folder. */
function mount(folder: string, size: string, closing: (() => unknown)[]): string {
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`A small disk could not be mounted, which needs root: ${stderr}`);
  closing.push(() => {
    spawnSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

async function startProcess(role: "web" | "worker", env: Record<string, string>): Promise<SiteProcess> {
  const metricsPort = await freePort();
  const child: ChildProcess = spawn(process.execPath, [serverProgram, "--role", role], {
    env: { ...process.env, ...env, METRICS_PORT: String(metricsPort) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-200_000);
    });
  const ended = once(child, "close");
  const origin = `http://127.0.0.1:${env["PORT"]}`;
  const metrics = `127.0.0.1:${metricsPort}`;
  const ready = role === "web" ? `${origin}/readyz` : `http://${metrics}/metrics`;
  for (const until = performance.now() + READY_MS; ; await pause(200)) {
    if ((await fetch(ready).catch(() => null))?.ok) break;
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`The ${role} did not start:\n${output}`);
  }
  return {
    origin,
    metrics,
    log: () => output,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
