import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../server/test/free-port.ts";
import { folder, oneClient, startNode, stop } from "./processes.ts";

const TIMEOUT_S = 90;
/** Consecutive ports of the demo's simulators. */
const SIMULATOR_PORTS = 9;

/** A running product with its demo, on a new folder. */
export interface Demo {
  port: number;
  /** The environment for commands on the same folder. */
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** Starts the demo and waits until it answers. Its folders are in `name` in the benchmarks' folder. */
export async function startDemo(name: string): Promise<Demo> {
  const dataDir = await mkdtemp(join(await folder(name), "run-"));
  const [port, sandboxPort] = [await freePort(), await freePorts()];
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const child = startNode(join(import.meta.dirname, "../server/dist/main.js"), [], {
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

/** Returns the first of consecutive free ports, below the range of ephemeral ports. */
async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 20; tries++) {
    const first = 16_384 + Math.floor(Math.random() * 1500) * SIMULATOR_PORTS;
    const free = await Promise.all(
      Array.from({ length: SIMULATOR_PORTS }, (_, place) => isFree(first + place)),
    );
    if (free.every(Boolean)) return first;
  }
  throw new Error(`No ${SIMULATOR_PORTS} consecutive ports are free.`);
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
