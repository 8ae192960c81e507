import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { folder, freePort, oneClient, startNode, stop } from "./processes.ts";

const TIMEOUT_S = 90;
/** Ports in a row that the demo's stand-ins take. */
const STAND_INS = 9;

/** The product with its demo, on an empty folder of its own. */
export interface Demo {
  port: number;
  /** What a command needs to know to work on the same folder. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** Starts it and waits until it answers. Its folders lie in `name` among what the benchmarks keep. */
export async function startDemo(name: string): Promise<Demo> {
  const dataDir = await mkdtemp(join(await folder(name), "run-"));
  const [port, sandboxPort] = [await freePort(), await freePorts()];
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const child = startNode(join(import.meta.dirname, "../server/src/main.ts"), [], {
    env: { ...settings, ...oneClient, DEMO: "on", PORT: String(port), SANDBOX_PORT: String(sandboxPort) },
  });
  const close = async () => {
    await stop(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await ready(port, child);
  } catch (error) {
    await close();
    throw error;
  }
  return { port, settings, close };
}

async function ready(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < TIMEOUT_S * 5; tries++) {
    if (child.exitCode !== null) throw new Error("The app ended before it was ready.");
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await pause(200);
  }
  throw new Error(`The app was not ready after ${TIMEOUT_S} s.`);
}

/** Ports in a row of which none is taken, below those that systems hand out by themselves. */
async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 20; tries++) {
    const first = 16_384 + Math.floor(Math.random() * 1500) * STAND_INS;
    const free = await Promise.all(Array.from({ length: STAND_INS }, (_, place) => isFree(first + place)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`No ${STAND_INS} ports in a row are free.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const found = await once(server, "listening").then(
    () => true,
    () => false,
  );
  server.close();
  return found;
}
