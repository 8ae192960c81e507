import { chownSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "#platform/clock";

const SQLITE_BUSY = 5;

/** A held lock on a data folder; the kernel releases it when the process ends, however it ends. */
export type DataLock = { release(): void };

/** The content of lock.json; `since` is an ISO time. */
type Holder = { holder: string; pid: number; since: string };

/** Thrown by {@link lockDataDir} when another process holds the folder; the message names it. */
export class DataDirInUse extends Error {
  override name = "DataDirInUse";
}

/**
 * Locks the folder for this process, or throws {@link DataDirInUse} with a sentence that names the holder.
 *
 * The lock is an fcntl lock, which a kill -9 cannot leave behind and a reused process id cannot fake. Node offers none,
 * so an empty SQLite file that is opened exclusively holds it (0.5 ms).
 */
export async function lockDataDir(dataDir: string, holder: string): Promise<DataLock> {
  for (let attempt = 0; ; attempt++) {
    const lock = tryLock(dataDir, holder);
    if (lock) return lock;
    // An ending process releases it within a moment.
    if (attempt === 4) throw new DataDirInUse(heldBy(dataDir));
    await pause(50);
  }
}

/** Locks the folder if it is free; returns undefined when another process holds it. */
export function tryLock(dataDir: string, holder: string): DataLock | undefined {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(join(dataDir, "lock"), { timeout: 0 });
    file.exec("pragma journal_mode = memory; begin exclusive"); // no journal file next to it
    recordHolder(dataDir, holder);
  } catch (error) {
    file?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw new Error(
      `DATA_DIR ${dataDir} cannot be locked (${(error as Error).message}). It must be writable for this user, and on a ` +
        "file system with locks.",
      { cause: error },
    );
  }
  const held = file;
  return { release: () => held.close() };
}

function recordHolder(dataDir: string, holder: string): void {
  const facts: Holder = { holder, pid: process.pid, since: systemClock.now().toISOString() };
  const half = join(dataDir, `lock.json.${process.pid}`);
  writeFileSync(half, JSON.stringify(facts));
  renameSync(half, join(dataDir, "lock.json"));
  // After one run as root, the folder must still open for its owner.
  const { uid, gid } = statSync(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  for (const name of ["lock", "lock.json"]) chownSync(join(dataDir, name), uid, gid);
}

function heldBy(dataDir: string): string {
  const remedy =
    "Stop it first, or give this one a DATA_DIR of its own. Several processes share a PostgreSQL server: DATABASE_URL.";
  try {
    const { holder, pid, since } = JSON.parse(readFileSync(join(dataDir, "lock.json"), "utf8")) as Holder;
    const time = `${since.slice(0, 16).replace("T", " ")} UTC`;
    return `DATA_DIR ${dataDir} is in use by "${holder}", process ${pid}, since ${time}. ${remedy}`;
  } catch {
    return `DATA_DIR ${dataDir} is in use by another process. ${remedy}`;
  }
}
