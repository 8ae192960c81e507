import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

/** All clients of a run come from one address. */
const raisedLimits = {
  LIMIT_GUESTS: "1000000",
  LIMIT_REGISTRATIONS: "1000000",
  LIMIT_WRONG_PASSWORDS: "1000000",
};

const execute = promisify(execFile);
const TIMEOUT_MS = 20_000;

/** The core that servers are measured on, and the one that loads them; null where the system cannot hold them there. */
export const serverCore = (await canPin()) ? 0 : null;
export const loadCore = serverCore === null ? null : 1;

/** A program that runs until it is stopped. */
export interface Running {
  child: ChildProcess;
  port: number;
  stop(): Promise<void>;
}

/** How a program is run. */
export interface RunOptions {
  env?: Record<string, string>;
  /** Null: wherever the system likes. */
  core?: number | null;
}

/** A folder of the benchmarks under the system's temporary folder, made if need be. What is seeded stays there. */
export async function folder(name: string): Promise<string> {
  const path = join(tmpdir(), "cliffhanger-bench", name);
  await mkdir(path, { recursive: true });
  return path;
}

/** Runs a program to its end. Returns its standard output; throws with its complaint when it fails. */
export async function run(
  program: string,
  args: readonly string[],
  { env = {}, core = null }: RunOptions = {},
): Promise<string> {
  const [command, ...all] = pinned(core, program, args);
  const { stdout } = await execute(command, all, { env: { ...process.env, ...env }, maxBuffer: 2 ** 26 });
  return stdout;
}

/** Whether a program can be called. */
export async function isThere(program: string, flag = "-v"): Promise<boolean> {
  return execute(program, [flag]).then(
    () => true,
    (error: { code?: unknown }) => error.code !== "ENOENT",
  );
}

/** Starts a limit program of `bench/limits`. It is sent `message` and answers with its port. */
export async function startLimit(name: string, message: object, options: RunOptions = {}): Promise<Running> {
  const child = startNode(join(import.meta.dirname, "limits", `${name}.ts`), [], {
    core: serverCore,
    ...options,
  });
  child.send(message);
  const [port] = (await once(child, "message")) as [number];
  return { child, port, stop: () => stop(child) };
}

/** All load comes from one address, and nobody waits for a balancer. */
export const oneClient = { MAX_CONNECTIONS_PER_ADDRESS: "100000", DRAIN_SECONDS: "0" };

/** Starts the product's web process and waits until it answers. */
export async function startOurs(
  env: Record<string, string>,
  { args = ["--role", "web"], core = serverCore }: { args?: string[]; core?: number | null } = {},
): Promise<Running & { firstAnswerMs: number }> {
  const port = await freePort();
  const begun = performance.now();
  const child = startNode(join(import.meta.dirname, "../server/src/main.ts"), args, {
    core,
    env: { DEMO: "off", PORT: String(port), ...oneClient, ...env },
  });
  await answers(child, port);
  return { child, port, stop: () => stop(child), firstAnswerMs: performance.now() - begun };
}

/** Starts a program of ours with a channel to us: when we end, however that is, it ends too. */
export function startNode(
  file: string,
  args: readonly string[],
  { env = {}, core = null }: RunOptions,
): ChildProcess {
  const [command, ...all] = pinned(core, process.execPath, [file, ...args]);
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

/** Ends a program, gently at first. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 8_000);
  await ended;
  clearTimeout(timer);
}

/** Memory of a process that is in use now, in bytes. */
export async function memoryOf({ child }: Running): Promise<number> {
  return Number(await run("ps", ["-o", "rss=", "-p", String(child.pid)])) * 1024;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

/** A command line that stays on a core. */
export function pinned(core: number | null, program: string, args: readonly string[]): [string, ...string[]] {
  return core === null ? [program, ...args] : ["taskset", "-c", String(core), program, ...args];
}

async function canPin(): Promise<boolean> {
  return availableParallelism() > 1 && (await isThere("taskset"));
}
