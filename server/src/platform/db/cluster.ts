import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, fchownSync, fsyncSync, openSync, readFileSync, renameSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "#platform/log";
import type { Runner } from "./binaries.ts";
import { incompleteFolder, removeIncompleteCluster } from "./incomplete-cluster.ts";
import { clearEarlierServer, readPostmaster } from "./postmaster.ts";
import { roleSettings } from "./role-settings.ts";

const MAJOR_VERSION = "18";
const MEGABYTE = 1024 * 1024;

/** The only role of the embedded server. */
export const ROLE = "cliffhanger";

/** Its only database: the one that every cluster has from the start, so that it can never be missing. */
export const DATABASE = "postgres";

/** The paths of an embedded server: its folder, which contains `data`; the folder of its socket; its log file. */
export interface Cluster {
  folder: string;
  data: string;
  sockets: string;
  logFile: string;
  runner: Runner;
  log: Log;
}

/** Creates the cluster if there is none. It is created under another name first, so that a folder `data` is always complete. */
export async function makeCluster(cluster: Cluster): Promise<void> {
  await removeIncompleteCluster(cluster.folder);
  if (existsSync(cluster.data)) return checkVersion(cluster.data);
  const half = incompleteFolder(cluster.folder);
  const started = performance.now();
  // With LANG unset the encoding would become SQL_ASCII; the builtin locale sorts the same on every system.
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const owner = [`--username=${ROLE}`, "--auth=trust"]; // only this user can enter the socket's folder
  const child = launch(cluster, "initdb", half, ["--no-instructions", ...owner, ...locale]);
  const status = await ended(child);
  if (status !== 0) throw new Error(`PostgreSQL could not make its data folder: ${whyNot(cluster, status)}`);
  renameSync(half, cluster.data);
  syncFolder(cluster.folder);
  const milliseconds = Math.round(performance.now() - started);
  cluster.log.info({ folder: cluster.data, milliseconds }, "Embedded database created");
}

function checkVersion(data: string): void {
  const file = join(data, "PG_VERSION");
  const version = existsSync(file) ? readFileSync(file, "utf8").trim() : "missing";
  if (version === MAJOR_VERSION) return;
  throw new Error(
    `${data} is not a data folder of PostgreSQL ${MAJOR_VERSION} (its PG_VERSION: ${version}). ` +
      "Use the Cliffhanger that made it, or move it away to start with an empty database.",
  );
}

function syncFolder(path: string): void {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/** Starts the server and waits until it accepts connections, however long recovery takes. */
export async function startServer(cluster: Cluster): Promise<ChildProcess> {
  await clearEarlierServer(cluster.data, cluster.sockets, (pids) =>
    cluster.log.info({ pids }, "Waiting for an earlier PostgreSQL to shut down"),
  );
  const child = launch(cluster, "postgres", cluster.data, settings(cluster.sockets));
  const exit = ended(child);
  for (let waited = 0; ; waited += 5) {
    const status = await Promise.race([exit, pause(5, "running" as const)]);
    if (status !== "running") throw new Error(`PostgreSQL did not start: ${whyNot(cluster, status)}`);
    const state = readPostmaster(cluster.data);
    if (state?.pid === child.pid && state?.ready) break;
    if (waited === 5_000) cluster.log.warn("PostgreSQL is still recovering; this can take minutes");
  }
  child.unref(); // it ends with this process and must not keep it alive
  return child;
}

/** Ends the sessions, lets the server write a checkpoint and waits for it to end. */
export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const gone = once(child, "exit");
  child.kill("SIGINT");
  const hurry = setTimeout(() => child.kill("SIGQUIT"), 20_000);
  await gone;
  clearTimeout(hurry);
}

/**
 * Returns server settings: small when idle, fast on two cores. Durability is PostgreSQL's default and is set explicitly
 * all the same.
 */
function settings(sockets: string): string[] {
  const memory = process.constrainedMemory() || totalmem();
  const buffers = Math.round(Math.min(128, Math.max(16, Math.min(memory, totalmem()) / MEGABYTE / 16)));
  const values = {
    listen_addresses: "",
    unix_socket_directories: sockets,
    unix_socket_permissions: "0700",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    max_connections: "60",
    shared_buffers: `${buffers}MB`,
    max_wal_size: "256MB",
    min_wal_size: "32MB",
    // I/O workers and parallel query workers cost memory and take a core from other requests.
    io_method: "sync",
    max_parallel_workers_per_gather: "0",
    jit: "off",
    // As `npm run doctor -- --fix` sets it for the role on another server (decision 41).
    ...roleSettings,
    random_page_cost: "1.1",
    timezone: "UTC",
    log_timezone: "UTC",
    // The details of an error quote the row, including users' input.
    log_error_verbosity: "terse",
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

function launch(cluster: Cluster, program: "postgres" | "initdb", data: string, args: string[]) {
  const deathSignal = program === "postgres" ? "INT" : "KILL";
  const [command = "", ...rest] = cluster.runner.argv(program, deathSignal, ["-D", data, ...args]);
  // A file instead of a pipe: the server must be able to write while this process is ending.
  const output = openSync(cluster.logFile, "a", 0o600);
  const { uid, gid } = cluster.runner.identity;
  if (uid !== undefined && gid !== undefined) fchownSync(output, uid, gid);
  const child = spawn(command, rest, {
    ...cluster.runner.identity,
    cwd: "/",
    // The caller's PG* and LC_* variables would change its behaviour. PGDATA makes initdb's child processes
    // identifiable.
    env: { PATH: process.env["PATH"], LANG: "C", TZ: "UTC", PGDATA: data },
    stdio: ["ignore", output, output],
    // In its own process group, because the terminal's Ctrl-C would end it before the app has sent its last answers.
    detached: true,
  });
  closeSync(output);
  return child;
}

/** Resolves to the exit code, signal or spawn error that ends a child. */
function ended(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
}

function whyNot(cluster: Cluster, status: number | string): string {
  const program = join(cluster.runner.native, "bin", "postgres");
  if (spawnSync(program, ["--version"], { ...cluster.runner.identity, stdio: "ignore" }).status !== 0) {
    return (
      "its programs do not run on this system. They need glibc 2.28 or newer (Alpine and other musl systems have " +
      "none). Set DATABASE_URL to a PostgreSQL server of your own, version 15 or newer."
    );
  }
  const lastLines = readFileSync(cluster.logFile, "utf8").trim().split("\n").slice(-4).join(" / ");
  return `it ended with ${status}. ${lastLines} (all of it: ${cluster.logFile})`;
}
