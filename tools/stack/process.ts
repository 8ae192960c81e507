import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { leanEnvironment, leanOptions } from "../bootstrap/lean-process.mjs";
import { root } from "../bootstrap/paths.mjs";
import { timeLimit } from "../time-limit.ts";

const START_MS = timeLimit(180);
/** How long a process that was asked to stop may take. */
const STOP_MS = 15_000;

/** One of the app's processes, which is started again when it ends, as systemd and Kubernetes do. */
export interface AppProcess {
  name: string;
  /** Its metrics, as an address. */
  metrics: string;
  /** The file of its log. */
  log: string;
  /** The process that runs now; undefined between two. */
  pid(): number | undefined;
  /** Ends it with SIGKILL; it comes back by itself. */
  kill(): void;
  stop(): Promise<void>;
}

/** What an app process is. */
export interface AppProcessOptions {
  name: string;
  role: "web" | "worker";
  /** Its folder, with its data and its log. */
  folder: string;
  env: Record<string, string>;
  metricsPort: number;
  /** How long after its end it is started again. */
  restartMs: number;
  /** Is told of each start but the first. */
  say(line: string): void;
}

/** Starts one of the app's processes and waits until it is ready. */
export async function startProcess(options: AppProcessOptions): Promise<AppProcess> {
  const { name, role, folder, env, metricsPort, restartMs, say } = options;
  const log = join(folder, `${name}.log`);
  const output = openSync(log, "a");
  let isOver = false;
  let child: ChildProcess | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const start = () => {
    const current = spawn(
      process.execPath,
      [...leanOptions.serving, join(root, "server/dist/main.js"), "--role", role],
      {
        env: {
          ...leanEnvironment,
          ...process.env,
          LOG_LEVEL: "info",
          ...env,
          DATA_DIR: join(folder, name),
          METRICS_PORT: String(metricsPort),
        },
        stdio: ["ignore", output, output, "ipc"],
      },
    );
    child = current;
    current.once("exit", () => {
      if (child === current) child = undefined;
      if (isOver) return;
      waiting = setTimeout(() => {
        start();
        say(`${name} is started again: process ${child?.pid}`);
      }, restartMs);
    });
  };
  start();
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`;
  const ready = role === "web" ? `http://127.0.0.1:${env["PORT"]}/readyz` : metrics;
  for (const until = performance.now() + START_MS; ; await pause(100)) {
    // An app that has PUBLIC_ORIGIN answers this path to any host.
    if ((await fetch(ready).catch(() => null))?.ok) break;
    if (child !== undefined && performance.now() < until) continue;
    isOver = true;
    clearTimeout(waiting);
    child?.kill("SIGKILL");
    throw new Error(`${name} did not start:\n${readFileSync(log, "utf8").slice(-3_000)}`);
  }
  return {
    name,
    metrics,
    log,
    pid: () => child?.pid,
    kill: () => child?.kill("SIGKILL"),
    async stop() {
      if (isOver) return;
      isOver = true;
      clearTimeout(waiting);
      const current = child;
      if (current) {
        const ended = new Promise((resolve) => current.once("exit", resolve));
        current.kill("SIGTERM");
        const late = setTimeout(() => current.kill("SIGKILL"), STOP_MS);
        await ended;
        clearTimeout(late);
      }
      closeSync(output);
    },
  };
}
