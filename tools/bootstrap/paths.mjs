import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, absolute, without a trailing slash. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** The folder for files that may be deleted at any time. */
export const cacheFolder = join(root, ".cache");

/** The folder of the installed packages. */
export const modulesFolder = join(root, "node_modules");

/** The Node of the installed packages, which runs everything after the bootstrap. */
export const runtimePath = join(modulesFolder, ".bin", "node");

/** The file that `npm run release` puts into the tree of a release: nothing is built there, and nothing for developers installed. */
export const releaseMark = "RELEASE";

/** Whether this is the tree of a release. */
export const isRelease = existsSync(join(root, releaseMark));

// The built web contains its packages, so that a release installs none for it.
const releaseWorkspaces = ["contract", "server", "sandbox"];

/** Options of npm that choose the packages of a release. */
export const releasePackages = [
  "--omit=dev",
  "--include-workspace-root",
  ...releaseWorkspaces.map((name) => `--workspace=${name}`),
];
