// Builds the web for the browser, and the shell that the server renders. Both go to a new folder, which replaces the old one at
// the end, so an interrupted build leaves the old one intact.
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder, root } from "./bootstrap/paths.mjs";
import { webFolder, webStamp } from "./bootstrap/web-build.mjs";
import { packageFile, runNode } from "./run-program.ts";

console.log("Building the web …");
const begun = performance.now();
const stamp = webStamp();
const parent = join(cacheFolder, "web");
// Left by a build that was killed. The bootstrap's lock ensures that no other build is running.
await rm(parent, { recursive: true, force: true });
const fresh = join(parent, "new");
await mkdir(fresh, { recursive: true });

const builds = await Promise.all([
  vite(["--outDir", join(fresh, "client")]),
  vite(["--ssr", "src/shell.tsx", "--outDir", join(fresh, "server")]),
]);
const failed = builds.filter(({ code }) => code !== 0);
for (const { output } of failed) console.error(output);

if (failed.length > 0) {
  process.exitCode = 1;
} else {
  await writeFile(join(fresh, "stamp"), stamp);
  await rename(webFolder, join(parent, "old")).catch(ignoreMissing);
  await rename(fresh, webFolder);
  console.log(`The web is built after ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
}
await rm(parent, { recursive: true, force: true });

function vite(args: readonly string[]) {
  return runNode(packageFile("vite/bin/vite.js"), ["build", "--emptyOutDir", ...args], {
    cwd: join(root, "web"),
    env: { ...process.env, NODE_ENV: "production" },
  });
}

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code !== "ENOENT") throw error;
}
