// The entry point of every command, run by the system's Node (20 or newer). It installs the packages and builds what is stale, if the
// command needs that, then starts the command with the Node of the packages. It is plain JavaScript without dependencies, because a
// fresh clone has no packages.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./bootstrap/builds.mjs";
import { asksForHelp, commands, helpOf, usage } from "./bootstrap/commands.mjs";
import { ensureInstalled } from "./bootstrap/install.mjs";
import { leanEnvironment, leanOptions } from "./bootstrap/lean-process.mjs";
import { endWithParent } from "./bootstrap/npm.mjs";
import { isRelease, root, runtimePath } from "./bootstrap/paths.mjs";
import { PlainError, sentenceFor } from "./bootstrap/plain-error.mjs";
import { requireNode } from "./bootstrap/platform.mjs";
import { runToEnd } from "./bootstrap/run-to-end.mjs";

const [name = "", ...args] = process.argv.slice(2);
try {
  requireNode();
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new PlainError(usage(name));
  const help = helpOf(command, args);
  if (help === undefined) await run(command);
  else console.log(help);
} catch (error) {
  const sentence = sentenceFor(error);
  if (sentence === undefined) throw error;
  console.error(sentence);
  // Scripts read the last line of a test command, also when it could not start.
  if (name.startsWith("test")) console.log("0 passed, 1 failed");
  process.exitCode = 1;
}

/** @param {import("./bootstrap/commands.mjs").Command} command */
async function run({ usage: usageFile, built, file, endsItself, lean, args: ownArgs = [] }) {
  if (file && isRelease && !existsSync(join(root, file)))
    throw new PlainError(
      `npm run ${name} needs the sources of Cliffhanger, which a release leaves out. Run it in a clone of them.`,
    );
  await ensureInstalled();
  if (usageFile && asksForHelp(args)) return runToEnd(runtimePath, ["tools/print-usage.ts", usageFile]);
  if (built) await ensureBuilt();
  if (!file) return;
  const options = lean ? leanOptions[lean] : [];
  const ending = endsItself ? [] : [endWithParent];
  await runToEnd(
    runtimePath,
    [...ending, ...options, file, ...ownArgs, ...args],
    lean ? leanEnvironment : {},
  );
}
