import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isAlive, kill } from "../processes.ts";

/** The contents of a running server's `postmaster.pid`. */
export type Postmaster = { pid: number; socketFolder: string; ready: boolean };

/** Reads `postmaster.pid`; undefined when it is missing or incomplete. It may be stale. */
export function readPostmaster(dataFolder: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined; // no server has run here, or the last one ended cleanly
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketFolder: lines[4] ?? "", ready: lines[7]?.trim() === "ready" };
}

/**
 * Returns the processes of a PostgreSQL on this folder, including its backends: they outlive a killed postmaster for a
 * moment, and a second server running with them would destroy the data. It ignores `postmaster.pid`, whose number may
 * belong to an unrelated process after a crash. `dataFolder` must be a real path.
 */
export function serverProcesses(dataFolder: string): number[] {
  if (process.platform !== "linux") return serverProcessesByPs(dataFolder);
  const found: number[] = [];
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    if (runsIn(pid, dataFolder)) found.push(pid);
  }
  return found;
}

function runsIn(pid: number, dataFolder: string): boolean {
  try {
    // Every PostgreSQL process runs in its data folder and under the program's name.
    return (
      readlinkSync(`/proc/${pid}/cwd`) === dataFolder &&
      readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres"
    );
  } catch {
    return false; // it has ended, or belongs to another user and so is not ours
  }
}

function serverProcessesByPs(dataFolder: string): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,command="], { encoding: "utf8" }).split("\n");
  return lines
    .filter((row) => row.includes("postgres") && row.includes(`-D ${dataFolder}`))
    .map((row) => Number.parseInt(row, 10));
}

/**
 * Ends the remains of an earlier server on this folder and removes its files. Call it only while holding the folder's
 * lock. Throws when the old server does not end.
 */
export async function clearEarlierServer(
  dataFolder: string,
  socketFolder: string,
  onWait: (pids: number[]) => void,
): Promise<void> {
  let pids = serverProcesses(dataFolder);
  if (pids.length > 0) onWait(pids);
  for (let waited = 0; pids.length > 0; waited += 10) {
    // Its app is dead, because we hold the lock: a fast shutdown, and an immediate one after 20 s.
    if (waited === 0) signal(readPostmaster(dataFolder)?.pid, pids, "SIGINT");
    if (waited === 20_000) for (const pid of pids) signal(pid, pids, "SIGQUIT");
    if (waited >= 40_000) {
      throw new Error(`An earlier PostgreSQL on ${dataFolder} does not end (process ${pids.join(", ")}).`);
    }
    await pause(10);
    pids = serverProcesses(dataFolder);
  }
  // An unrelated process may have the dead owner's number, and PostgreSQL would then refuse to start.
  rmSync(join(socketFolder, ".s.PGSQL.5432.lock"), { force: true });
  const stale = readPostmaster(dataFolder);
  if (stale && isAlive(stale.pid)) rmSync(join(dataFolder, "postmaster.pid"), { force: true });
}

function signal(pid: number | undefined, ours: number[], name: NodeJS.Signals): void {
  if (pid !== undefined && ours.includes(pid)) kill(pid, name);
}
