import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeLinks } from "./links.mjs";
import { withLock } from "./lock.mjs";
import { runNpm } from "./npm.mjs";
import {
  cacheFolder,
  isRelease,
  modulesFolder as modules,
  releasePackages,
  root,
  runtimePath,
} from "./paths.mjs";
import { PlainError } from "./plain-error.mjs";
import { platform, requirePlatform } from "./platform.mjs";

// Written last: it proves that the installation for this lock file and platform is complete.
const stampFile = join(modules, ".cliffhanger-installed");
// Written first: if it exists at the next start, an installation was interrupted.
const unfinishedFile = join(modules, ".cliffhanger-unfinished");

/** Installs the packages unless they are installed for this lock file and platform. Throws a `PlainError`. */
export async function ensureInstalled() {
  const stamp = wantedStamp();
  if (isInstalled(stamp)) return;
  await withLock(async () => {
    if (isInstalled(stamp)) return; // the process that held the lock did it
    requirePlatform();
    await install();
    makeLinks();
    tryRuntime();
    rmSync(unfinishedFile, { force: true });
    writeFileSync(stampFile, stamp);
  });
}

function wantedStamp() {
  const lock = readFileSync(join(root, "package-lock.json"));
  return `${createHash("sha256").update(lock).digest("hex")} ${platform}\n`;
}

/** @param {string} stamp */
function isInstalled(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp && existsSync(runtimePath);
}

async function install() {
  rmSync(stampFile, { force: true });
  if (isHalfDone()) {
    console.error("The last installation was cut short; starting over.");
    removeModules();
  }
  console.error(
    existsSync(modules)
      ? "Bringing the packages up to date …"
      : "Installing packages (once, about half a minute) …",
  );
  mkdirSync(modules, { recursive: true });
  writeFileSync(unfinishedFile, "");
  const begun = performance.now();
  // `npm ci` would be stricter, but fails if the registry does not have another platform's optional packages yet.
  await runNpm([
    "install",
    "--no-save",
    ...(isRelease ? releasePackages : ["--include=dev"]),
    "--include=optional",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
  ]);
  console.error(`Packages are in place after ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
}

/** Removes an interrupted installation: npm takes any package with a package.json for complete. */
function isHalfDone() {
  if (!existsSync(modules)) return false;
  return existsSync(unfinishedFile) || !existsSync(join(modules, ".package-lock.json"));
}

function removeModules() {
  // Renamed first, because an interrupted removal must not leave a folder that looks like installed packages.
  const trash = join(cacheFolder, "removed");
  mkdirSync(trash, { recursive: true });
  renameSync(modules, join(trash, `${Date.now()}`));
  rmSync(trash, { recursive: true, force: true });
}

function tryRuntime() {
  try {
    execFileSync(runtimePath, ["--version"], { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    throw new PlainError(
      `The packaged Node does not run here: ${said || String(error)}\n` +
        "Install the system library that it names (on Debian and Ubuntu most often libatomic1), then start again.",
    );
  }
}
