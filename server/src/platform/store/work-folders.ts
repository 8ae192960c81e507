import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { randomWord } from "../ids.ts";
import { isAlive } from "../processes.ts";

/** Tells the folders of this process from those of an earlier one that had its process ID. */
const ownWord = randomWord(9);

/** Creates an empty folder below `root` that is named after this process, so that {@link sweepWork} knows whose it is. */
export async function makeWorkFolder(root: string): Promise<string> {
  const folder = join(root, `${hostname()}.${process.pid}.${ownWord}-${randomWord(9)}`);
  await mkdir(folder);
  return folder;
}

/** No work goes so long without writing a file. */
const FORGOTTEN_MS = 7 * 24 * 3600 * 1000;

/**
 * Removes the work folders of processes of this machine that have ended, and those of other machines in which nothing was
 * written for a week: a container that was created anew has another name, so nobody else removes what the one before it
 * left. Returns how many.
 */
export async function sweepWork(folder: string): Promise<number> {
  let count = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (isOurs(name) ? isUsed(name) : !(await isForgotten(path))) continue;
    await rm(path, { recursive: true, force: true });
    count += 1;
  }
  return count;
}

function isOurs(name: string): boolean {
  return name.split(".").slice(0, -2).join(".") === hostname();
}

function isUsed(name: string): boolean {
  const [pid = "", word = ""] = name.split(".").slice(-2);
  return Number(pid) === process.pid ? word.startsWith(`${ownWord}-`) : isAlive(Number(pid));
}

async function isForgotten(path: string): Promise<boolean> {
  const below = await readdir(path, { recursive: true }).catch(() => []);
  for (const each of ["", ...below]) {
    // What is gone meanwhile is being worked with.
    const facts = await stat(join(path, each)).catch(() => null);
    if (facts === null || Date.now() - facts.mtimeMs < FORGOTTEN_MS) return false;
  }
  return true;
}
