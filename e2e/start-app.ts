import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { timeLimit } from "../tools/time-limit.ts";

/** Limit for the start of an app on a busy machine. */
const START_TIMEOUT_MS = timeLimit(90);

/** Ports below the range from which the system takes the source ports of outgoing connections. */
const PORTS = { first: 16_384, count: 16_384 };

/** Attempts to start an app; another program may take its port between the check and the start. */
const START_ATTEMPTS = 5;

/** The environment variable with the prepared data folder for the workers. */
const PREPARED_DATA = "CLIFFHANGER_PREPARED_DATA";

/** The addresses of an app's simulators: the mailbox, and each gateway and the pixels with their control pages. */
export interface Simulators {
  mailbox: string;
  stripe: string;
  stripeControl: string;
  paypal: string;
  paypalControl: string;
  pixels: string;
  pixelsControl: string;
}

/** A running app with its own data folder, database and simulators. */
export interface App extends Simulators {
  origin: string;
  dataDir: string;
  /** Returns everything that it has logged so far. */
  log(): string;
  /** Stops it and keeps its data. */
  stop(): Promise<void>;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

/** How media files reach a copy of the prepared folder: linked files are shared, so nothing may write to them. */
export type CopyMedia = "link" | "copy";

/** Starts the app as `npm start` does, on a free port and an empty data folder. */
export async function openApp(settings: Record<string, string> = {}): Promise<App> {
  return openIn(await newFolder(), settings);
}

/** Starts an app on its own copy of the prepared folder, which has the demo catalogue and accounts already. */
export async function openPrepared(media: CopyMedia, settings: Record<string, string> = {}): Promise<App> {
  const prepared = process.env[PREPARED_DATA];
  if (!prepared) throw new Error("No data folder was prepared.");
  const dataDir = await newFolder();
  try {
    await copyPrepared(prepared, dataDir, media);
  } catch (error) {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
  return openIn(dataDir, settings);
}

/** Prepares the folder that each worker copies, as Playwright's global set-up. Returns a function that removes it. */
export default async function prepareData(): Promise<() => Promise<void>> {
  const app = await openApp();
  await app.stop();
  process.env[PREPARED_DATA] = app.dataDir;
  return app.close;
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "cliffhanger-e2e-"));
}

/** Copies by `cp`, which preserves owners and modes, because PostgreSQL may run as another user. */
async function copyPrepared(from: string, to: string, media: CopyMedia): Promise<void> {
  const run = promisify(execFile);
  for (const name of await readdir(from)) {
    const how = name === "media" && media === "link" ? "-al" : "-a";
    await run("cp", [how, join(from, name), to]);
  }
}

async function openIn(dataDir: string, settings: Record<string, string>): Promise<App> {
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const app = await startOn(await freePort(), dataDir, settings);
      return {
        ...app,
        async close() {
          await app.stop();
          await removeData();
        },
      };
    } catch (error) {
      if (error instanceof PortTaken && attempt < START_ATTEMPTS) continue;
      await removeData();
      throw error;
    }
  }
}

class PortTaken extends Error {}

async function startOn(
  port: number,
  dataDir: string,
  settings: Record<string, string>,
): Promise<Omit<App, "close">> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../server/dist/main.js")], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      // All tests use one address.
      LIMIT_GUESTS: "1000000",
      LIMIT_REGISTRATIONS: "1000000",
      LIMIT_WRONG_PASSWORDS: "1000000",
      DRAIN_SECONDS: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"], // the app exits when this closes
  });
  const ended = once(child, "exit");
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  try {
    return { ...(await readyMessage(child)), dataDir, log: () => log, stop };
  } catch (error) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await ended;
    }
    if (log.includes(`Port ${port} is taken`)) throw new PortTaken(log);
    throw new Error(`${(error as Error).message}\n${log}`);
  }
}

/** Waits for the message with the app's addresses. */
async function readyMessage(child: ChildProcess): Promise<Simulators & { origin: string }> {
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  const exit = once(child, "exit", { signal }).then(() => {
    throw new Error("The app ended before it was ready.");
  });
  const message = once(child, "message", { signal }) as Promise<
    [{ ready: { origin: string; simulators: Simulators } }]
  >;
  const [{ ready }] = await Promise.race([message, exit]);
  exit.catch(() => undefined); // ignored: the app exits later
  return { origin: ready.origin, ...ready.simulators };
}

/** Returns a port that no program listens on, below those of outgoing connections. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    if (await isFree(port)) return port;
  }
  throw new Error("No port is free.");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
