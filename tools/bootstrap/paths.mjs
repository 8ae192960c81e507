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
