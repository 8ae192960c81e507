import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { leash } from "./npm.mjs";
import { root, runtimePath } from "./paths.mjs";
import { PlainError } from "./plain-error.mjs";

// What the built web is made of. A change to any of it makes the build stale.
const sources = ["web", "contract", "package-lock.json", "tools/build.ts"];
const passedOver = /^(node_modules|dist|test-results|coverage|\..*)$|\.test\.tsx?$/;

/** The built web: `client/` for the browser, `server/shell.js` for the server, `stamp` for us. */
export const webFolder = join(root, "web", "dist");

/** Builds the web unless the build there was made from these very sources. Throws a sentence. */
export async function ensureWebBuilt() {
  if (isBuilt()) return;
  await withLock(async () => {
    if (isBuilt()) return; // the one we waited for did it
    const child = spawn(runtimePath, [leash, "tools/build.ts"], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const [code] = await once(child, "close");
    if (code !== 0) throw new PlainError("The web could not be built: see above.");
  });
}

/** A fingerprint of everything the web is built from, hexadecimal. */
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
 * @param {string} path from the project's folder
 */
function addTo(hash, path) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (passedOver.test(name)) return;
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
