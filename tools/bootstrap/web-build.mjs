import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { endWithParent } from "./npm.mjs";
import { isRelease, root, runtimePath } from "./paths.mjs";
import { PlainError } from "./plain-error.mjs";

// The sources of the built web. A change to any of them makes the build stale.
const sources = ["web", "contract", "package-lock.json", "tools/build.ts"];
const ignoredNames = /^(node_modules|dist|test-results|coverage|\..*)$|\.test\.tsx?$/;

/** The built web: `client/` for the browser, `server/shell.js` for the server, and `stamp` with the hash of the sources. */
export const webFolder = join(root, "web", "dist");

/** Builds the web unless the existing build has the same sources; a release has its build. Throws a `PlainError`. */
export async function ensureWebBuilt() {
  if (isRelease || isBuilt()) return;
  await withLock(async () => {
    if (isBuilt()) return; // the process that held the lock did it
    const child = spawn(runtimePath, [endWithParent, "tools/build.ts"], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const [code] = await once(child, "close");
    if (code !== 0) throw new PlainError("The web could not be built: see above.");
  });
}

/** Returns the hash of all sources of the web, hexadecimal. */
export function webStamp() {
  const hash = createHash("sha256");
  for (const source of sources) addTo(hash, source);
  return hash.digest("hex");
}

function isBuilt() {
  const file = join(webFolder, "stamp");
  return existsSync(file) && readFileSync(file, "utf8") === webStamp();
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
