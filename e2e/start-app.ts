import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Seconds the app may take until it is ready, on a machine that is busy with other things. */
const patienceSeconds = 90;

/** Ports in a row that the stand-ins take: mailbox, SMTP, Facebook, then each gateway, and the pixels, with its page. */
const sandboxPorts = 9;

/** Where an app's stand-ins answer: the mailbox, each gateway with the page that steers it, the pixels and what they told. */
export interface StandIns {
  /** Where its mails land. */
  mailbox: string;
  stripe: string;
  stripeControl: string;
  paypal: string;
  paypalControl: string;
  pixels: string;
  pixelsControl: string;
}

/** An app of its own: where it answers and where its data lies; `close` ends it and takes its data away. */
export interface App extends StandIns {
  origin: string;
  dataDir: string;
  /** What it has said so far. */
  log(): string;
  /** Ends it; its data stays until `close`. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the app that the journeys share; the function it returns ends it. */
export default async function startApp(): Promise<() => Promise<void>> {
  const app = await openApp();
  process.env["ORIGIN"] = app.origin;
  process.env["MAILBOX"] = app.mailbox;
  process.env["STRIPE"] = app.stripe;
  process.env["STRIPE_CONTROL"] = app.stripeControl;
  process.env["PAYPAL"] = app.paypal;
  process.env["PAYPAL_CONTROL"] = app.paypalControl;
  process.env["PIXELS"] = app.pixels;
  process.env["PIXELS_CONTROL"] = app.pixelsControl;
  return app.close;
}

/** The stand-ins of the app that the journeys share. */
export function sharedStandIns(): StandIns {
  const named = (name: string) => process.env[name] ?? "";
  return {
    mailbox: named("MAILBOX"),
    stripe: named("STRIPE"),
    stripeControl: named("STRIPE_CONTROL"),
    paypal: named("PAYPAL"),
    paypalControl: named("PAYPAL_CONTROL"),
    pixels: named("PIXELS"),
    pixelsControl: named("PIXELS_CONTROL"),
  };
}

/** Starts the app as `npm start` does, on a free port and an empty data folder. */
export async function openApp(settings: Record<string, string> = {}): Promise<App> {
  const dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-e2e-"));
  const port = await freePorts(sandboxPorts + 1);
  const sandboxPort = port + 1;
  const at = (place: number) => `http://127.0.0.1:${sandboxPort + place}`;
  const origin = `http://127.0.0.1:${port}`;
  const app = spawn(process.execPath, [join(import.meta.dirname, "../server/src/main.ts")], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      // Every journey comes from one address.
      LIMIT_GUESTS: "1000000",
      LIMIT_REGISTRATIONS: "1000000",
      LIMIT_WRONG_PASSWORDS: "1000000",
      DRAIN_SECONDS: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"], // the app ends when this closes
  });
  const ended = once(app, "exit");
  let said = "";
  for (const stream of [app.stdout, app.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (!settings["LOG_LEVEL"]) process.stdout.write(text);
    });
  }
  const stop = async () => {
    app.kill("SIGTERM");
    await ended;
  };
  await ready(origin, app);
  return {
    origin,
    mailbox: at(0),
    stripe: at(3),
    stripeControl: at(4),
    paypal: at(5),
    paypalControl: at(6),
    pixels: at(7),
    pixelsControl: at(8),
    dataDir,
    log: () => said,
    stop,
    async close() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function ready(origin: string, app: { exitCode: number | null }): Promise<void> {
  for (let tries = 0; tries < patienceSeconds * 5; tries++) {
    if (app.exitCode !== null) throw new Error("The app ended before it was ready; see what it said above.");
    const answer = await fetch(`${origin}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await pause(200);
  }
  throw new Error(`The app was not ready after ${patienceSeconds} s.`);
}

/**
 * The first of so many ports in a row of which none is taken, below those that systems hand out by themselves: the app
 * listens on its own only once it is ready, and nobody may have been given that one by then.
 */
async function freePorts(count: number): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const first = 16_384 + Math.floor(Math.random() * 2000) * count;
    const ports = Array.from({ length: count }, (_, place) => first + place);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`No ${count} ports in a row are free.`);
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
