import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { cacheFolder, root } from "./paths.mjs";

// npm forwards the signal that the terminal already sent to this process. A repetition within this time is ignored.
const REPEATED_SIGNAL_MS = 1000;
const PARENT_CHECK_MS = 500;

/**
 * Runs a program in the project's folder as if it were this process: it has the same terminal, receives each signal once, and
 * its exit code or signal becomes this process's. The closing IPC channel stops it even if this process is killed with -9.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env] environment variables, unless the caller has set them
 */
export async function runToEnd(program, args, env = {}) {
  const child = spawn(program, args, {
    cwd: root,
    // The compile cache halves the start-up time.
    env: { NODE_COMPILE_CACHE: join(cacheFolder, "code"), ...env, ...process.env },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // A separate process group, so that Ctrl-C reaches the program only once, forwarded by this process.
    detached: true,
  });
  let forwardedAt = Number.NEGATIVE_INFINITY;
  /** @param {NodeJS.Signals} signal */
  function forward(signal) {
    if (performance.now() - forwardedAt < REPEATED_SIGNAL_MS) return;
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
 * Calls `onGone` when npm is killed with -9, which is visible only by the new parent of this process.
 * @param {() => void} onGone
 */
function watchCaller(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const caller = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === caller) return;
    clearInterval(watch);
    onGone();
  }, PARENT_CHECK_MS);
  return watch;
}
