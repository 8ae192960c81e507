import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../server/test/free-port.ts";
import { leanEnvironment, leanOptions } from "../tools/bootstrap/lean-process.mjs";

/** The limits of a server whose clients all have one address. */
const raisedLimits = {
  LIMIT_GUESTS: "1000000",
  LIMIT_REGISTRATIONS: "1000000",
  LIMIT_WRONG_PASSWORDS: "1000000",
};

const execute = promisify(execFile);
const TIMEOUT_MS = 20_000;

/** The core of the measured servers, and that of the load; null if the system cannot pin processes. */
export const serverCore = (await canPin()) ? 0 : null;
export const loadCore = serverCore === null ? null : 1;

/** A program that runs until it is stopped. */
export interface Running {
  child: ChildProcess;
  port: number;
  stop(): Promise<void>;
}

/** Options of a program's run. */
export interface RunOptions {
  env?: Record<string, string>;
  /** The core to pin it to; null for any. */
  core?: number | null;
  /** Node's options, for a program of ours. */
  options?: readonly string[];
}

/** Returns a folder of the benchmarks in the system's temporary folder, created if needed. Seeded data stays there. */
export async function folder(name: string): Promise<string> {
  const path = join(tmpdir(), "cliffhanger-bench", name);
  await mkdir(path, { recursive: true });
  return path;
}

/** Runs a program and returns its standard output. Throws with its standard error if it fails. */
export async function run(
  program: string,
  args: readonly string[],
  { env = {}, core = null }: RunOptions = {},
): Promise<string> {
  const [command, ...all] = pinned(core, program, args);
  const { stdout } = await execute(command, all, { env: { ...process.env, ...env }, maxBuffer: 2 ** 26 });
  return stdout;
}

/** Returns whether a program is installed. */
export async function isThere(program: string, flag = "-v"): Promise<boolean> {
  return execute(program, [flag]).then(
    () => true,
    (error: { code?: unknown }) => error.code !== "ENOENT",
  );
}

/** Starts a limit program of `bench/limits`, which receives `message` and answers with its port. */
export async function startLimit(name: string, message: object, options: RunOptions = {}): Promise<Running> {
  const child = startNode(join(import.meta.dirname, "limits", `${name}.ts`), [], {
    core: serverCore,
    ...options,
  });
  child.send(message);
  const [port] = (await once(child, "message")) as [number];
  return { child, port, stop: () => stop(child) };
}

/** Settings for load from one address, without the wait for a load balancer at the stop. */
export const oneClient = { MAX_CONNECTIONS_PER_ADDRESS: "100000", DRAIN_SECONDS: "0" };

/** Starts the product's web process and waits until it answers. */
export async function startOurs(
  env: Record<string, string>,
  {
    args = ["--role", "web"],
    core = serverCore,
    port: given,
  }: { args?: string[]; core?: number | null; port?: number } = {},
): Promise<Running & { firstAnswerMs: number }> {
  const port = given ?? (await freePort());
  const begun = performance.now();
  const main = join(import.meta.dirname, "../server/dist/main.js");
  const child = startNode(main, args, {
    core,
    env: { DEMO: "off", PORT: String(port), ...oneClient, ...leanEnvironment, ...env },
    options: leanOptions.serving,
  });
  await answers(child, port);
  return { child, port, stop: () => stop(child), firstAnswerMs: performance.now() - begun };
}

/** Starts a program of ours with an IPC channel, so that it exits when this process does, even if killed. */
export function startNode(
  file: string,
  args: readonly string[],
  { env = {}, core = null, options = [] }: RunOptions,
): ChildProcess {
  const [command, ...all] = pinned(core, process.execPath, [...options, file, ...args]);
  return spawn(command, all, {
    env: { ...process.env, NODE_ENV: "production", ...raisedLimits, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

/** Waits for the first answer on a port. */
export async function answers(child: ChildProcess, port: number, path = "/healthz"): Promise<void> {
  const begun = performance.now();
  while (performance.now() - begun < TIMEOUT_MS) {
    if (child.exitCode !== null) throw new Error("The program ended before it answered.");
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
    if (answer) return void (await answer.arrayBuffer());
    await pause(2);
  }
  throw new Error(`Nothing answered on port ${port} for ${TIMEOUT_MS / 1000} s.`);
}

/** Stops a program, by SIGTERM first. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 8_000);
  await ended;
  clearTimeout(timer);
}

/** Returns the resident memory of a process in bytes. */
export async function memoryOf({ child }: Running): Promise<number> {
  return Number(await run("ps", ["-o", "rss=", "-p", String(child.pid)])) * 1024;
}

/** Returns the command line that pins a program to a core. */
export function pinned(core: number | null, program: string, args: readonly string[]): [string, ...string[]] {
  return core === null ? [program, ...args] : ["taskset", "-c", String(core), program, ...args];
}

async function canPin(): Promise<boolean> {
  return availableParallelism() > 1 && (await isThere("taskset"));
}
