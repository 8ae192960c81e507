import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeDataFolder } from "#platform/data-folder";
import type { Log } from "#platform/log";
import { findRunner, type Runner } from "./binaries.ts";
import { type Cluster, DATABASE, makeCluster, ROLE, startServer, stopServer } from "./cluster.ts";
import { DataDirInUse, type DataLock, lockDataDir, tryLock } from "./lock.ts";
import { clearEarlierServer, readPostmaster, serverProcesses } from "./postmaster.ts";

const LOG_LIMIT_BYTES = 10_000_000;
/** Longest socket path that every system accepts (macOS 103 bytes, Linux 107). */
const SOCKET_PATH_LIMIT = 103;
const ATTACH_TIMEOUT_MS = 30_000;
/** What the name of a folder that a restore moved aside has between `postgres` and the time. */
const ASIDE = ".before-";

/** A running embedded server: ours, or (`attached`) that of another process on the same folder. */
export interface EmbeddedServer {
  url: string;
  attached: boolean;
  stop(): Promise<void>;
}

/** `holder` is the command as the operator knows it, such as `npm start`; other processes see it while it holds the folder. */
export interface EmbeddedOptions {
  dataDir: string;
  mode: "own" | "attach-or-own";
  holder: string;
  log: Log;
  /** Whether to create a server where a restore has moved the earlier one aside. */
  mayReplace?: boolean;
}

/**
 * Starts the PostgreSQL in `dataDir`, creating it on the first start, or with `attach-or-own` uses the one that another
 * process runs there. It listens on a socket in a folder that only this user can enter. If it ends unexpectedly, it is
 * restarted. Throws a sentence when it cannot run here, `DataDirInUse` when the folder is locked.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  makeDataFolder(options.dataDir);
  const dataDir = realpathSync(options.dataDir);
  if (options.mode === "own") return own(dataDir, await lockDataDir(dataDir, options.holder), options);
  const data = join(dataDir, "postgres", "data");
  for (let waited = 0; waited < ATTACH_TIMEOUT_MS; waited += 50) {
    const lock = tryLock(dataDir, options.holder);
    if (lock) return own(dataDir, lock, options);
    const running = readPostmaster(data);
    if (running?.ready && serverProcesses(data).includes(running.pid)) {
      return { url: urlOf(running.socketFolder), attached: true, stop: async () => undefined };
    }
    await pause(50); // the holder is still starting or about to end
  }
  throw new DataDirInUse(
    `Another process holds DATA_DIR ${dataDir}, but its database has not become ready for 30 seconds; ` +
      `${join(dataDir, "postgres", "server.log")} says more.`,
  );
}

async function own(
  dataDir: string,
  lock: DataLock,
  { log, mayReplace = false }: EmbeddedOptions,
): Promise<EmbeddedServer> {
  try {
    if (!mayReplace) refuseMovedCluster(dataDir);
    const cluster = prepare(dataDir, log);
    await makeCluster(cluster);
    const server = await restartWhenEnded(cluster);
    const stop = async () => {
      await server.stop();
      rmSync(cluster.sockets, { recursive: true, force: true });
      lock.release();
    };
    return { url: urlOf(cluster.sockets), attached: false, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Moves the embedded server's folder aside, for a restore that replaces it; never deletes it. Returns the new path, or
 * null when there was none. Throws `DataDirInUse` when Cliffhanger runs.
 */
export async function moveClusterAside(
  path: string,
  { holder, log, now }: { holder: string; log: Log; now: Date },
): Promise<string | null> {
  makeDataFolder(path);
  const dataDir = realpathSync(path);
  const lock = await lockDataDir(dataDir, holder);
  try {
    const folder = join(dataDir, "postgres");
    if (!existsSync(join(folder, "data"))) return null;
    const { data, sockets } = prepare(dataDir, log);
    await clearEarlierServer(data, sockets, () => undefined);
    const aside = `${folder}${ASIDE}${now.toISOString().slice(0, 19).replaceAll(":", "-")}`;
    renameSync(folder, aside);
    return aside;
  } finally {
    lock.release();
  }
}

/** Throws a sentence when the folder has no server because a restore moved it aside and was then interrupted. */
function refuseMovedCluster(dataDir: string): void {
  if (existsSync(join(dataDir, "postgres", "data"))) return;
  const sentence = sentenceOfAside(dataDir);
  if (sentence !== null) throw new Error(sentence);
}

/** Returns where the server is that a restore moved aside last, and what to do while nothing took its place; null where none was. */
export function sentenceOfAside(dataDir: string): string | null {
  const folder = join(dataDir, "postgres");
  const aside = readdirSync(dataDir)
    .filter((name) => name.startsWith(`postgres${ASIDE}`))
    .toSorted()
    .at(-1);
  if (aside === undefined) return null;
  return (
    `DATA_DIR ${dataDir} has no database: a restore moved it to ${join(dataDir, aside)} and was interrupted. ` +
    `Run the restore again: npm run restore -- FILE --replace. Or put it back: rm -rf "${folder}" && mv "${join(dataDir, aside)}" "${folder}"`
  );
}

function prepare(dataDir: string, log: Log): Cluster {
  const folder = join(dataDir, "postgres");
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    const { uid, gid } = statSync(dataDir);
    if (process.getuid?.() === 0) chownSync(folder, uid, gid); // DATA_DIR may be created for another user
  }
  const runner = findRunner(folder);
  const logFile = join(folder, "server.log");
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.1`);
  return {
    folder,
    data: join(folder, "data"),
    sockets: makeSocketFolder(dataDir, runner),
    logFile,
    runner,
    log,
  };
}

function makeSocketFolder(dataDir: string, runner: Runner): string {
  const name = `cliffhanger-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`;
  const usual = join(realpathSync(tmpdir()), name);
  const fits = Buffer.byteLength(join(usual, ".s.PGSQL.5432")) <= SOCKET_PATH_LIMIT;
  const sockets = fits ? usual : join("/tmp", name);
  const uid = runner.identity.uid ?? process.getuid?.() ?? 0;
  const found = lstatSync(sockets, { throwIfNoEntry: false });
  if (found?.isDirectory() && found.uid === uid) {
    chmodSync(sockets, 0o700);
    return sockets;
  }
  try {
    // Any user may write to the temporary folder, so an existing folder there is not trusted.
    rmSync(sockets, { recursive: true, force: true });
    mkdirSync(sockets, { mode: 0o700 });
    if (runner.identity.uid !== undefined) chownSync(sockets, uid, runner.identity.gid ?? uid);
  } catch (error) {
    const remedy = "Remove it if it is there, or set TMPDIR to a folder of your own.";
    throw new Error(`${sockets} cannot be made (${(error as Error).message}). ${remedy}`, { cause: error });
  }
  return sockets;
}

/** Names the port, and that a socket is not encrypted: PGPORT and PGSSLMODE, which a shell may have for another server, would count. */
function urlOf(sockets: string): string {
  return `postgresql://${ROLE}@localhost:5432/${DATABASE}?host=${encodeURIComponent(sockets)}&sslmode=disable`;
}

/** Restarts the postmaster when it dies, for example when it is killed for lack of memory. */
async function restartWhenEnded(cluster: Cluster): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let child = await startServer(cluster);
  let restart = Promise.resolve();
  const watch = () =>
    child.once("exit", (code, signal) => {
      if (!stopping) restart = startAgain(code ?? signal);
    });
  const startAgain = async (status: number | string | null) => {
    cluster.log.error({ status }, "PostgreSQL ended unexpectedly; restarting it");
    for (let wait = 100; !stopping; wait = Math.min(wait * 2, 5_000)) {
      try {
        child = await startServer(cluster);
        cluster.log.info("PostgreSQL restarted");
        watch();
        return;
      } catch (error) {
        cluster.log.error({ reason: (error as Error).message }, "PostgreSQL did not start; will retry");
        await pause(wait, undefined, { ref: false });
      }
    }
  };
  watch();
  return {
    stop: async () => {
      stopping = true;
      await restart;
      await stopServer(child);
    },
  };
}
