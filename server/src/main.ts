import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrations } from "../migrations/index.ts";
import { createApp } from "./app.ts";
import { systemClock } from "#platform/clock";
import { ConfigError, readConfig } from "#platform/config";
import { openDatabase } from "#platform/db/database";
import { migrate } from "#platform/db/migrate";
import { openLog } from "#platform/log";
import type { Shell } from "#storefront";

const root = join(import.meta.dirname, "../..");

/** Starts Cliffhanger and runs until it is told to stop. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { role: { type: "string", default: "all" }, dev: { type: "boolean", default: false } } });
  const { role } = values;
  if (role !== "all" && role !== "web" && role !== "worker") throw new Error(`--role is "${role}"; give web or worker, or leave it out for both.`);
  const config = readConfig(process.env, root);
  const log = openLog({ level: config.logLevel, pretty: process.stdout.isTTY || values.dev });
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, mode: "own", holder: "npm start", log });
  await migrate(database, migrations, log);
  const app = await createApp({ config, log, clock: systemClock, database, web: await loadWeb(), role });
  if (role !== "worker") await app.http.listen({ port: config.port, host: config.host });

  let stopping = false;
  const stop = async (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info(`Stopping (${why}).`);
    await app.stop();
    await database.close();
    process.exit(0);
  };
  process.once("SIGINT", () => void stop("interrupted"));
  process.once("SIGTERM", () => void stop("terminated"));
  process.once("disconnect", () => void stop("the program that started it ended"));

  if (role === "worker") return log.info("Working in the background: transcoding.");
  log.info(`Cliffhanger is at ${config.publicOrigin ?? `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${config.port}`}`);
}

async function loadWeb(): Promise<{ shell: Shell; folder: string } | null> {
  const folder = join(root, "web/dist/client");
  const template = await readFile(join(folder, "index.html"), "utf8").catch(() => null);
  if (template === null) return null;
  const manifest: unknown = JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8"));
  const built = (await import(join(root, "web/dist/server/shell.js"))) as { createShell(input: { template: string; manifest: unknown }): Shell };
  return { shell: built.createShell({ template, manifest }), folder };
}

try {
  await main();
} catch (error) {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(error instanceof Error && !process.env.DEBUG ? error.message : error);
  process.exit(1);
}
