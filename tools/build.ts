// Builds the server, the viewers' app (for the browser, and the shell that the server renders) and the operators' console, each
// unless it has its sources already. A build goes to a new folder, which replaces the old one at the end, so an interrupted build
// leaves the old one intact.
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { consoleBuild, isBuilt, ownModules, serverBuild, stampOf, webBuild } from "./bootstrap/builds.mjs";
import { cacheFolder, root } from "./bootstrap/paths.mjs";
import { packageFile, runNode } from "./run-program.ts";

const begun = performance.now();
const targets = [
  {
    name: "server",
    build: serverBuild,
    parts: [["", "--ssr", "src/main.ts", "--config", join(root, "tools/server.config.ts")]],
  },
  { name: "web", build: webBuild, parts: [["client"], ["server", "--ssr", "src/shell.tsx"]] },
  { name: "console", build: consoleBuild, parts: [["client"]] },
].filter(({ build }) => !isBuilt(build));
console.log(`Building ${targets.map(({ name }) => `the ${name}`).join(", ")} …`);
const built = await Promise.all(targets.map(make));
if (built.every(Boolean)) console.log(`Built after ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
else process.exitCode = 1;

async function make({ name, build, parts }: (typeof targets)[number]): Promise<boolean> {
  const stamp = stampOf(build);
  const parent = join(cacheFolder, name);
  // Left by a build that was killed. The bootstrap's lock ensures that no other build is running.
  await rm(parent, { recursive: true, force: true });
  const fresh = join(parent, "new");
  await mkdir(fresh, { recursive: true });
  const results = await Promise.all(
    parts.map(([folder = "", ...args]) => vite(name, [...args, "--outDir", join(fresh, folder)])),
  );
  const failed = results.filter(({ code }) => code !== 0);
  for (const { output } of failed) console.error(output);
  if (failed.length === 0) {
    if (build === serverBuild) await keepLast(build.folder, fresh);
    await writeFile(join(fresh, "stamp"), stamp);
    await rename(build.folder, join(parent, "old")).catch(ignoreMissing);
    await rename(fresh, build.folder);
  }
  await rm(parent, { recursive: true, force: true });
  return failed.length === 0;
}

/**
 * Keeps the modules of the server's build before this one: a process that runs from it still loads some of them on demand. Their
 * names have a hash, so they stand in nobody's way, and the build after this one removes them.
 */
async function keepLast(old: string, fresh: string): Promise<void> {
  const names = (await readdir(fresh)).filter((name) => name.endsWith(".js"));
  await writeFile(join(fresh, ownModules), names.join("\n"));
  const last = await readFile(join(old, ownModules), "utf8").catch(ignoreMissing);
  for (const name of last?.split("\n") ?? [])
    if (!names.includes(name)) await copyFile(join(old, name), join(fresh, name));
}

function vite(workspace: string, args: readonly string[]) {
  return runNode(packageFile("vite/bin/vite.js"), ["build", "--emptyOutDir", ...args], {
    cwd: join(root, workspace),
    env: { ...process.env, NODE_ENV: "production" },
  });
}

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code !== "ENOENT") throw error;
}
