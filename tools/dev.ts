// Runs Cliffhanger for development. A change to the server restarts it; a change to the web, the console or the
// contract rebuilds these first. Reload open pages by hand.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./bootstrap/builds.mjs";
import { root } from "./bootstrap/paths.mjs";
import { sentenceFor } from "./bootstrap/plain-error.mjs";

const quietMs = 150;
const watched = [
  "server/src",
  "server/migrations",
  "server/locales",
  "sandbox/src",
  "contract/src",
  "web",
  "console",
];
const needsBuild = /^(web|console|contract)\//;
const ignoredPaths = /(^|\/)(dist|node_modules|\.[^/]*)(\/|$)|\.test\.tsx?$/;

const changed = new Set<string>();
let timer: NodeJS.Timeout | undefined;
let server = startServer();
let working = false;
let stopping = false;

const watchers = watched.map(
  (folder): FSWatcher =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      const path = `${folder}/${name}`;
      if (name === null || ignoredPaths.test(path)) return;
      changed.add(path);
      clearTimeout(timer);
      timer = setTimeout(() => void applyChanges(), quietMs);
    }),
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());
process.once("disconnect", () => void stop());

function startServer(): ChildProcess {
  // `--inspect` is Node's own option, so it goes before the program.
  const given = process.argv.slice(2);
  const isNodeOption = (word: string) => word.startsWith("--inspect");
  const nodeOptions = given.filter(isNodeOption);
  const options = given.filter((word) => !isNodeOption(word));
  return spawn(process.execPath, [...nodeOptions, "server/src/main.ts", "--dev", ...options], {
    cwd: root,
    env: { DRAIN_SECONDS: "0", ...process.env },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
}

async function applyChanges() {
  if (working || stopping) return;
  working = true;
  while (changed.size > 0 && !stopping) {
    const paths = [...changed];
    changed.clear();
    if (paths.some((path) => needsBuild.test(path))) {
      if (!(await buildAll())) continue; // the running server stays until the build succeeds
    }
    await stopServer();
    if (!stopping) server = startServer();
  }
  working = false;
}

async function buildAll(): Promise<boolean> {
  try {
    await ensureBuilt();
    return true;
  } catch (error) {
    console.error(sentenceFor(error) ?? error);
    return false;
  }
}

async function stopServer() {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, "exit");
  server.kill("SIGTERM");
  await exit;
}

async function stop() {
  stopping = true;
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
  await stopServer();
  if (process.connected) process.disconnect?.();
}
