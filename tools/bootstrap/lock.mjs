import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { cacheFolder } from "./paths.mjs";

const theLock = join(cacheFolder, "bootstrap.lock");

/**
 * Runs `work` while no other bootstrap of this folder does, and prints a line if it has to wait. It takes the lock of a
 * process that no longer exists.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [lockFile] absolute; its folder is created if needed
 * @returns {Promise<T>}
 */
export async function withLock(work, lockFile = theLock) {
  mkdirSync(dirname(lockFile), { recursive: true });
  const mine = JSON.stringify({ pid: process.pid, born: bornOf(process.pid) });
  let told = false;
  while (!take(lockFile, mine)) {
    const holder = livingHolder(lockFile);
    if (holder === undefined) continue;
    if (!told)
      console.error(`Another command (process ${holder}) is preparing this folder; waiting for it …`);
    told = true;
    await pause(200);
  }
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/**
 * Creates the lock together with its content, so that no process reads an incomplete one.
 * @param {string} lockFile
 * @param {string} content
 */
function take(lockFile, content) {
  const draft = `${lockFile}.${process.pid}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, lockFile);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Returns the id of the process that holds the lock. Removes the lock of a dead process and returns undefined.
 * @param {string} lockFile
 */
function livingHolder(lockFile) {
  const seen = readLock(lockFile);
  if (seen === undefined) return undefined;
  const holder = parseHolder(seen);
  if (holder && bornOf(holder.pid) === holder.born) return holder.pid;
  const aside = `${lockFile}.stale.${process.pid}`;
  try {
    renameSync(lockFile, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  // Another process may have taken the lock between reading and moving it. Then this is a valid lock and is put back.
  if (readLock(aside) !== seen) renameSync(aside, lockFile);
  rmSync(aside, { force: true });
  return undefined;
}

/** @param {string} file */
function readLock(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * @param {string} text
 * @returns {{ pid: number, born: string } | undefined}
 */
function parseHolder(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not written by a bootstrap
  }
}

/**
 * Returns when a process started. A process id can be reused, and the new process is not the holder of the lock.
 * @param {number} pid
 * @returns {string | undefined} undefined when there is no such process
 */
function bornOf(pid) {
  try {
    if (process.platform !== "linux")
      return execFileSync("ps", ["-o", "lstart=", "-p", `${pid}`], { encoding: "utf8" });
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined; // /proc and ps both fail only if there is no such process
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
