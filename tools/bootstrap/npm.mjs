import { spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "./paths.mjs";
import { PlainError } from "./plain-error.mjs";

// Settings that reach us through the environment and would install less, more, or elsewhere. npm reads them in any case.
const unwanted =
  /^(node_env|npm_config_(omit|include|only|also|production|dev|optional|dry_run|global|location|prefix|local_prefix|workspaces?|include_workspace_root|package_lock|package_lock_only|install_strategy|install_links|bin_links|save.*|os|cpu|libc|loglevel|json))$/i;

const shownLines = 25;

/** The option with which Node's child processes end when the one that started them, over an IPC channel, does. */
export const leash = `--import=${new URL("./end-with-parent.mjs", import.meta.url).href}`;

/**
 * Runs npm in the project's folder with its output kept back, and throws its last lines with a sentence when
 * it fails. npm ends when this process does, even by kill -9.
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
  const tail = output.trimEnd().split("\n").slice(-shownLines).join("\n");
  throw new PlainError(
    `${tail}\n\nThe packages could not be installed (npm ended with ${signal ?? code}). ` +
      "Mostly the registry was out of reach or the disk is full: see above, then start again.",
  );
}

/** The npm that called us, run by the Node that runs us; else the one in the PATH. */
function npmProgram() {
  const caller = process.env.npm_execpath;
  if (!caller?.endsWith("npm-cli.js")) return { program: "npm", before: [] };
  return { program: process.execPath, before: [caller] };
}

function npmEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !unwanted.test(name));
  return {
    ...Object.fromEntries(kept),
    NODE_OPTIONS: [process.env.NODE_OPTIONS, leash].filter(Boolean).join(" "),
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
