// The door of every command: `npm start`, `npm test` and the rest come in here, on whatever Node the system
// has (20 or newer). It sees to it that the packages are installed and the web is built, then hands over to
// the Node that came with the packages. Plain JavaScript without dependencies, because on a bare clone there
// is nothing else yet.
import { commands, helpOf, usage } from "./bootstrap/commands.mjs";
import { ensureInstalled } from "./bootstrap/install.mjs";
import { leash } from "./bootstrap/npm.mjs";
import { runtimePath } from "./bootstrap/paths.mjs";
import { PlainError, sentenceFor } from "./bootstrap/plain-error.mjs";
import { requireNode } from "./bootstrap/platform.mjs";
import { runToEnd } from "./bootstrap/run-to-end.mjs";
import { ensureWebBuilt } from "./bootstrap/web-build.mjs";

const [name = "", ...args] = process.argv.slice(2);
try {
  requireNode();
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new PlainError(usage(name));
  const help = helpOf(command, args);
  if (help === undefined) {
    await ensureInstalled();
    if (command.web) await ensureWebBuilt();
    if (command.file) {
      const options = command.endsItself ? [] : [leash];
      await runToEnd(runtimePath, [...options, command.file, ...(command.args ?? []), ...args]);
    }
  } else console.log(help);
} catch (error) {
  const sentence = sentenceFor(error);
  if (sentence === undefined) throw error;
  console.error(sentence);
  // Whoever runs the tests reads the last line, whatever happens.
  if (name.startsWith("test")) console.log("0 passed, 1 failed");
  process.exitCode = 1;
}
