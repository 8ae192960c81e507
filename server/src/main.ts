import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "#platform/clock";
import { addressOf, type Config, ConfigError, originWarning, readConfig } from "#platform/config";
import { makeDataFolder } from "#platform/data-folder";
import { openDatabase } from "#platform/db/database";
import { recordFiles } from "#platform/db/media-files";
import { claimStore } from "#platform/db/media-marker";
import { migrate } from "#platform/db/migrate";
import { openMovedClock } from "#platform/db/moved-clock";
import { passedSocket } from "#platform/http/listening-socket";
import type { Http } from "#platform/http/server";
import { openLog } from "#platform/log";
import { releaseStartMemory } from "#platform/release-memory";
import { openStore } from "#platform/store/open-store";
import { migrations } from "../migrations/index.ts";
import { type ConsoleFiles, consoleMessagesOf, createApp, type Shell, type ShellModule } from "./app.ts";
import { demoAccountLines, loadDemo, makeDemoAccounts, makeDemoOwner, refuseRealSite } from "./demo.ts";
import { buyForDemo } from "./demo-purchases.ts";
import { simulatorAddresses, withSandbox } from "./sandbox-process.ts";
import { readWork } from "./worker-queues.ts";

const root = join(import.meta.dirname, "../..");

/** Ends the process: at once while it starts, gracefully once it runs. */
let end: (why: string, atOnce: boolean) => Promise<void> = async () => process.exit(1);
let isSignalled = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    // A second signal means not to wait.
    if (isSignalled) process.exit(1);
    isSignalled = true;
    const isTyped = signal === "SIGINT" && process.stdin.isTTY;
    void end(signal === "SIGINT" ? "interrupted" : "terminated", isTyped);
  });
process.once("disconnect", () => void end("the program that started it ended", true));

/** Starts Cliffhanger and runs until a signal stops it. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      role: { type: "string", default: "all" },
      queues: { type: "string" },
      concurrency: { type: "string" },
      dev: { type: "boolean", default: false },
    },
  });
  const role = roleOf(values.role);
  const work = readWork(values, role);
  const settings = readConfig(process.env, root);
  const log = openLog({ level: settings.logLevel, pretty: process.stdout.isTTY || values.dev });
  if (process.getuid?.() === 0)
    log.warn(
      "Running as root, which is not needed; deploy/systemd/cliffhanger-web@.service runs it as another user.",
    );
  makeDataFolder(settings.dataDir);
  const [database, sandbox] = await Promise.all([
    openDatabase({ ...settings, poolSize: settings.databasePoolSize, mode: "own", holder: "npm start", log }),
    withSandbox(settings, log),
  ]);
  const { config, mailbox, gateways, pixels } = sandbox;
  await migrate(database, migrations, log, {
    before: async (names) => {
      const { backUpBefore } = await import("./before-migrations.ts");
      await backUpBefore({ config, database, log }, names);
    },
  });
  if (config.demo && !config.demoIsChosen) await refuseRealSite(database.db);
  const store = recordFiles(await openStore(config), database.db);
  await claimStore(database.db, store);
  const movedClock = config.demo ? await openMovedClock(database.db) : null;
  const clock = movedClock ?? systemClock;
  if (config.demo && role !== "worker") await loadDemo({ db: database.db, clock, store, log }, root);
  const demo = movedClock && { clock: movedClock, pages: gateways ? Object.values(gateways) : [] };
  if (demo) await (await import("./demo-clock.ts")).syncSimulatorClocks(demo);
  const app = await createApp({
    config,
    log,
    clock,
    database,
    store,
    web: await loadWeb(),
    console: await loadConsole(),
    role,
    backgroundWork: work,
    demo,
    pixels: pixels?.scripts ?? null,
  });
  const demoAccounts =
    config.demo && role !== "worker"
      ? await makeDemoAccounts({
          ...app,
          dataDir: config.dataDir,
          buy: async (buyer) => {
            if (config.stripe) await buyForDemo(app.http, log, { ...buyer, origin: config.publicOrigin });
          },
        })
      : [];
  if (role !== "worker") await listen(app.http, config);
  releaseStartMemory();

  let stopping = false;
  end = async (why, atOnce) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason: why }, "Stopping");
    await (atOnce ? app.stop(0) : app.stop());
    await database.close();
    process.exit(0);
  };
  if (work.queues !== null) return log.info({ queues: work.queues }, "Working on these queues only.");
  if (mailbox) log.info(`Mail lands at ${mailbox}`);
  else if (config.smtpUrl === null) log.warn("No mail is sent, so passwords cannot be reset: set SMTP_URL.");
  const exposed = originWarning(config);
  if (exposed) log.warn(exposed);
  if (!config.stripe && !config.paypal)
    log.warn(
      "Nothing is on sale: neither STRIPE_SECRET_KEY nor PAYPAL_CLIENT_ID is set. Locked episodes stay locked.",
    );
  if (role === "worker") return log.info("Working in the background: transcoding, mail and payments.");
  // PORT=0 takes any free port, so the address is known only now.
  const { port } = app.http.server.address() as AddressInfo;
  const address = addressOf({ ...config, port });
  log.info(`Cliffhanger is at ${address}`);
  process.send?.({ ready: { origin: address, simulators: simulatorAddresses(sandbox) } });
  // By name, because browsers make no passkeys for an address of numbers.
  const consoleOrigin = config.console.origin ?? config.publicOrigin ?? `http://localhost:${port}`;
  const ownerLink = config.demo ? await makeDemoOwner({ db: database.db, clock }, consoleOrigin) : null;
  if (!process.stdout.isTTY && !config.demo) return;
  const rows: [label: string, lines: string[]][] = [
    ["Open", [`${address}${config.demo ? "   (demo catalogue)" : ""}`]],
    ["Sign in", demoAccountLines(demoAccounts)],
    ["Console", ownerLink ? [`${ownerLink}   (the owner's first sign-in: once, within a day)`] : []],
    ["Mail", mailbox ? [`${mailbox}   (every mail lands there)`] : []],
    ["Pay", gateways ? [`${gateways.stripe}   (cards)`, `${gateways.paypal}   (PayPal)`] : []],
    ["Pixels", pixels ? [`${pixels.page}   (what pixels and error reports tell)`] : []],
    ["Stop", ["Ctrl+C"]],
  ];
  console.log(`\n${rows.flatMap(([label, lines]) => rowOf(label, lines)).join("\n")}\n`);
}

function roleOf(given: string): "all" | "web" | "worker" {
  if (given === "all" || given === "web" || given === "worker") return given;
  throw new Error(`--role is "${given}"; give web or worker, or leave it out for both.`);
}

function rowOf(label: string, lines: string[]): string[] {
  return lines.map((text, at) => `  ${(at === 0 ? label : "").padEnd(9)}${text}`);
}

/** Listens on the socket that systemd holds, or on HOST and PORT; a failure is reported with what to do about it. */
async function listen(http: Http, { port, host }: Config): Promise<void> {
  const fd = passedSocket(process.env, process.pid);
  const place = fd === null ? { port, host } : { fd, host };
  try {
    await http.listen(place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new Error(`Port ${port} is taken by another program. Stop it, or set PORT to a free one.`, {
        cause: error,
      });
    if (code === "EACCES")
      throw new Error(`Port ${port} may not be opened by this user. Set PORT to one above 1023.`, {
        cause: error,
      });
    if (code === "EADDRNOTAVAIL")
      throw new Error(`HOST ${host} is no address of this machine. Set HOST to one that is.`, {
        cause: error,
      });
    throw error;
  }
}

async function loadWeb(): Promise<{ shell: Shell; folder: string } | null> {
  const folder = join(root, "web/dist/client");
  const template = await readFile(join(folder, "index.html"), "utf8").catch(() => null);
  if (template === null) return null;
  const manifest: unknown = JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8"));
  const { createShell }: ShellModule = await import(join(root, "web/dist/server/shell.js"));
  return { shell: await createShell({ template, manifest }), folder };
}

async function loadConsole(): Promise<ConsoleFiles | null> {
  const folder = join(root, "console/dist/client");
  const template = await readFile(join(folder, "index.html"), "utf8").catch(() => null);
  if (template === null) return null;
  const manifest = JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8"));
  return { template, messages: consoleMessagesOf(manifest), folder };
}

try {
  await main();
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(error instanceof Error && !process.env.DEBUG ? error.message : error);
  process.exit(1);
}
