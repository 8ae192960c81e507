import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { cacheFolder, root } from "./paths.mjs";

// npm passes on the very signal that a terminal has already sent to all of us: within this time it is one wish.
const sameWishMs = 1000;
const parentCheckMs = 500;

/**
 * Runs a program in the project's folder as if it were this process: same terminal, each signal passed on
 * once, and this process ends the way it ended. It is told to stop by its IPC channel closing, which happens
 * even when this process is killed with -9.
 * @param {string} program
 * @param {string[]} args
 */
export async function runToEnd(program, args) {
  const child = spawn(program, args, {
    cwd: root,
    // Compiled code is kept from one start to the next: half of a start is compiling.
    env: { NODE_COMPILE_CACHE: join(cacheFolder, "code"), ...process.env },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // A process group of its own: Ctrl-C reaches it through us, once, instead of twice.
    detached: true,
  });
  let forwardedAt = Number.NEGATIVE_INFINITY;
  /** @param {NodeJS.Signals} signal */
  function forward(signal) {
    if (performance.now() - forwardedAt < sameWishMs) return;
    forwardedAt = performance.now();
    child.kill(signal);
  }
  const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
  for (const signal of signals) process.on(signal, forward);
  const watch = watchCaller(() => forward("SIGTERM"));

  const [code, signal] = await once(child, "exit");
  clearInterval(watch);
  for (const each of signals) process.off(each, forward);
  if (signal) process.kill(process.pid, signal);
  process.exitCode = code;
}

/**
 * npm killed with -9 tells nobody; that we were given to another parent does.
 * @param {() => void} onGone
 */
function watchCaller(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const caller = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === caller) return;
    clearInterval(watch);
    onGone();
  }, parentCheckMs);
  return watch;
}
