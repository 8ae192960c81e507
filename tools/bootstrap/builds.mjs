import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { endWithParent } from "./npm.mjs";
import { isRelease, root, runtimePath } from "./paths.mjs";
import { PlainError } from "./plain-error.mjs";

const ignoredNames = /^(node_modules|dist|test-results|coverage|\..*)$|\.test\.tsx?$/;

/**
 * Something that is built from sources. A change to any source makes the build stale.
 * @typedef {object} Build
 * @property {string} folder the finished build, with the hash of its sources in the file `stamp`
 * @property {readonly string[]} sources files and folders, relative to the project's folder
 */

/**
 * The server in few files: `main.js` and what it imports. Node could run its sources, which `npm run dev`, the commands and most
 * tests do; built, a process keeps a quarter less memory (docs/decisions/0114-the-built-server.md).
 * @type {Build}
 */
export const serverBuild = {
  folder: join(root, "server", "dist"),
  sources: [
    "server/src",
    "server/migrations",
    "tools/server.config.ts",
    "web/build/ascii.ts",
    "contract",
    "package-lock.json",
    "tools/build.ts",
  ],
};

/** The file of the server's build that names its modules, one a line, without those that it keeps of the build before it. */
export const ownModules = "modules";

/**
 * The viewers' app: `client/` for the browser, `server/shell.js` for the server.
 * @type {Build}
 */
export const webBuild = {
  folder: join(root, "web", "dist"),
  sources: ["web", "contract", "package-lock.json", "tools/build.ts"],
};

/**
 * The operators' console: `client/` for the browser.
 * @type {Build}
 */
export const consoleBuild = {
  folder: join(root, "console", "dist"),
  sources: ["console", "web/build", "contract", "package-lock.json", "tools/build.ts"],
};

/**
 * Builds the server, the web and the console unless the existing builds have the same sources; a release has its builds.
 * Throws a `PlainError`.
 */
export async function ensureBuilt() {
  if (isRelease || areBuilt()) return;
  await withLock(async () => {
    if (areBuilt()) return; // the process that held the lock did it
    const child = spawn(runtimePath, [endWithParent, "tools/build.ts"], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const [code] = await once(child, "close");
    if (code !== 0) throw new PlainError("The build failed: see above.");
  });
}

function areBuilt() {
  return [serverBuild, webBuild, consoleBuild].every(isBuilt);
}

/**
 * Returns whether a build exists and has the present sources.
 * @param {Build} build
 */
export function isBuilt(build) {
  const file = join(build.folder, "stamp");
  return existsSync(file) && readFileSync(file, "utf8") === stampOf(build);
}

/**
 * Returns the hash of all sources of a build, hexadecimal.
 * @param {Build} build
 */
export function stampOf({ sources }) {
  const hash = createHash("sha256");
  for (const source of sources) addTo(hash, source);
  return hash.digest("hex");
}

/**
 * @param {import("node:crypto").Hash} hash
 * @param {string} path relative to the project's folder
 */
function addTo(hash, path) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (ignoredNames.test(name)) return;
  const full = join(root, path);
  const entries = foldersEntries(full);
  if (entries) {
    for (const entry of entries) addTo(hash, `${path}/${entry}`);
    return;
  }
  const content = readFileSync(full);
  hash.update(`${path}\0${content.length}\0`).update(content);
}

/** @param {string} path */
function foldersEntries(path) {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}
