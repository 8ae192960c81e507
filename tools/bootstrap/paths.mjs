import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, absolute, without a slash at the end. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Where everything is kept that may be thrown away at any time. */
export const cacheFolder = join(root, ".cache");

/** Everything npm brings. */
export const modulesFolder = join(root, "node_modules");

/** The Node that runs everything behind the bootstrap, once the packages are there. */
export const runtimePath = join(modulesFolder, ".bin", "node");
