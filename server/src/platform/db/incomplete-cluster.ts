import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { kill } from "../processes.ts";
import { serverProcesses } from "./postmaster.ts";

const PREFIX = "data.new-";
const TIMEOUT_MS = 20_000;

/** Returns the folder in which a data folder is created: next to its final place. */
export function incompleteFolder(folder: string): string {
  return join(folder, `${PREFIX}${process.pid}`);
}

/**
 * Removes incomplete data folders in `folder` whose creation was killed. Call it only while holding the lock. Throws
 * when one of the processes creating them does not end.
 */
export async function removeIncompleteCluster(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(PREFIX)) continue;
    const half = join(folder, name);
    // End the processes first: while one still removes its own files, rmSync fails silently.
    await endMakers(half);
    rmSync(half, { recursive: true, force: true });
  }
}

/** Ends initdb's child processes. initdb dies with its parent, but the servers that it starts live a moment longer. */
async function endMakers(half: string): Promise<void> {
  let pids = makers(half);
  for (let waited = 0; pids.length > 0; waited += 10) {
    if (waited >= TIMEOUT_MS) {
      throw new Error(`What an earlier start left behind does not end (process ${pids.join(", ")}).`);
    }
    for (const pid of pids) kill(pid);
    await pause(10);
    pids = makers(half);
  }
}

/**
 * Returns initdb and its child processes. They work in `/` at first and their arguments do not name the folder, but all
 * of them inherit PGDATA.
 */
function makers(half: string): number[] {
  if (process.platform !== "linux") return serverProcesses(half);
  return readdirSync("/proc")
    .map(Number)
    .filter(
      (pid) => Number.isInteger(pid) && pid !== process.pid && environmentOf(pid).includes(`PGDATA=${half}`),
    );
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return []; // it has ended, or belongs to another user and so is not ours
  }
}
