import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Seconds the app may take until it is ready, on a machine that is busy with other things. */
const patienceSeconds = 90;

/** An app of its own: where it answers and where its data lies; `close` ends it and takes its data away. */
export interface App {
  origin: string;
  /** Where its mails land. */
  mailbox: string;
  dataDir: string;
  close(): Promise<void>;
}

/** Starts the app that the journeys share; the function it returns ends it. */
export default async function startApp(): Promise<() => Promise<void>> {
  const app = await openApp();
  process.env["ORIGIN"] = app.origin;
  process.env["MAILBOX"] = app.mailbox;
  return app.close;
}

/** Starts the app as `npm start` does, on a free port and an empty data folder. */
export async function openApp(): Promise<App> {
  const dataDir = await mkdtemp(join(tmpdir(), "cliffhanger-e2e-"));
  const port = await freePort();
  const sandboxPort = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const app = spawn(process.execPath, [join(import.meta.dirname, "../server/src/main.ts")], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"], // the app ends when this closes
  });
  const ended = once(app, "exit");
  await ready(origin, app);
  return {
    origin,
    mailbox: `http://127.0.0.1:${sandboxPort}`,
    dataDir,
    async close() {
      app.kill("SIGTERM");
      await ended;
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("No port is free.");
  return address.port;
}
