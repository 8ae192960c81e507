import { spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "./paths.mjs";
import { PlainError } from "./plain-error.mjs";

// Environment variables that would make npm install less, more or elsewhere. npm ignores their case.
const ignoredSettings =
  /^(node_env|npm_config_(omit|include|only|also|production|dev|optional|dry_run|global|location|prefix|local_prefix|workspaces?|include_workspace_root|package_lock|package_lock_only|install_strategy|install_links|bin_links|save.*|os|cpu|libc|loglevel|json))$/i;

const SHOWN_LINES = 25;

/** A Node option: the child process exits when its parent's IPC channel closes. */
export const endWithParent = `--import=${new URL("./end-with-parent.mjs", import.meta.url).href}`;

/**
 * Runs npm in the project's folder. Its output is shown only on failure: the last lines are in the error. npm exits when this
 * process does, also after kill -9.
 * @param {string[]} args
 */
export async function runNpm(args) {
  const { program, before } = npmProgram();
  /** @type {import("node:child_process").ChildProcess} */
  const child = spawn(program, [...before, ...args], {
    cwd: root,
    env: npmEnvironment(),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const [code, signal] = await finished(child, program);
  if (code === 0) return;
  const tail = output.trimEnd().split("\n").slice(-SHOWN_LINES).join("\n");
  throw new PlainError(
    `${tail}\n\nThe packages could not be installed (npm ended with ${signal ?? code}). ` +
      "Mostly the registry was out of reach or the disk is full: see above, then start again.",
  );
}

/** Returns the npm that started this process, run by the same Node; otherwise the npm in the PATH. */
function npmProgram() {
  const caller = process.env.npm_execpath;
  if (!caller?.endsWith("npm-cli.js")) return { program: "npm", before: [] };
  return { program: process.execPath, before: [caller] };
}

function npmEnvironment() {
  const passedOn = Object.entries(process.env).filter(([name]) => !ignoredSettings.test(name));
  return {
    ...Object.fromEntries(passedOn),
    NODE_OPTIONS: [process.env.NODE_OPTIONS, endWithParent].filter(Boolean).join(" "),
  };
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {string} program
 * @returns {Promise<[number | null, NodeJS.Signals | null]>}
 */
async function finished(child, program) {
  try {
    const [code, signal] = await once(child, "close");
    return [code, signal];
  } catch (error) {
    throw new PlainError(
      `${program} could not be started (${String(error)}). Install Node with its npm and start again.`,
    );
  }
}
