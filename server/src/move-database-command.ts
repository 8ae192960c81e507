/** `npm run move-database`: moves the embedded database to a PostgreSQL server, while the site goes on answering reads. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  BackupError,
  checkBackup,
  EXTENSION,
  refuseLowDisk,
  refuseUnfitTarget,
  restoreBackup,
  saveStatus,
  writeBackup,
} from "#backup";
import { systemClock } from "#platform/clock";
import { guardedMain, runIfStarted, say } from "#platform/command";
import { type Config, readConfig } from "#platform/config";
import { closeWrites, openWrites } from "#platform/db/closed-writes";
import { type Database, openDatabase } from "#platform/db/database";
import { recordOlderFiles } from "#platform/db/media-files";
import { pendingMigrations } from "#platform/db/migrate";
import { type Log, openLog } from "#platform/log";
import { currentRelease } from "#platform/release";
import { openStore } from "#platform/store/open-store";
import { migrations } from "../migrations/index.ts";
import { USAGE } from "./move-database-usage.ts";

const HOLDER = "npm run move-database";
/** The name of this command's connections, which are the last that may write. */
const NAME = "move";
const root = join(import.meta.dirname, "../..");

/** The program of `npm run move-database`. */
export const main = guardedMain([BackupError], async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      cancel: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return say(USAGE);
  const [url, ...rest] = positionals;
  if (rest.length > 0 || (url === undefined) !== values.cancel) return say(USAGE, 1);
  if (url !== undefined && !/^postgres(ql)?:\/\//.test(url))
    throw new BackupError("URL is no address; give postgres://user:password@host:5432/database.");
  const config = readConfig(process.env, root);
  if (config.databaseUrl !== null)
    throw new BackupError(
      "DATABASE_URL is set, so there is no embedded database to move. Between servers, use npm run backup and npm run restore -- FILE --into URL.",
    );
  // Expected errors are printed as sentences; the log is for unexpected ones.
  const log = openLog({ level: "error", pretty: true });
  const source = await openDatabase({
    dataDir: config.dataDir,
    mode: "attach-or-own",
    holder: HOLDER,
    connectionName: NAME,
    log,
    statementTimeoutMs: 0,
  });
  try {
    if (url === undefined) return await cancel(source);
    const target = await openDatabase({
      databaseUrl: url,
      dataDir: config.dataDir,
      mode: "own",
      holder: HOLDER,
      connectionName: "restore",
      log,
      statementTimeoutMs: 0,
    });
    try {
      await move({ source, target, config, log });
    } finally {
      await target.close();
    }
    return say(
      `Set this in the environment of the site and start it again:\nDATABASE_URL=${url}\n\nUntil then the site answers reads only. To go on with the embedded database instead: npm run move-database -- --cancel`,
    );
  } finally {
    await source.close();
  }
});

async function cancel(source: Database): Promise<number> {
  return say(
    (await openWrites(source))
      ? "The embedded database accepts writes again. Do not start the site on the other one."
      : "The embedded database accepted writes all the time: nothing was moved.",
  );
}

interface Move {
  source: Database;
  target: Database;
  config: Config;
  log: Log;
}

async function move({ source, target, config, log }: Move): Promise<void> {
  const pending = await pendingMigrations(source, migrations);
  if (pending.length > 0)
    throw new BackupError(
      `${pending.length} migrations are pending. Start this release once before you move.`,
    );
  await refuseUnfitTarget(target, log);
  await refuseLowDisk(config.backup.folder);
  await recordOlderFiles(source.db, await openStore(config));
  const stopped = openOnSignal(source);
  try {
    await closeWrites(source, NAME);
    const closedAt = performance.now();
    say("Writes are refused from now on; reads are answered.");
    const path = join(config.backup.folder, nameOfFile(systemClock.now()));
    const version = currentRelease.version;
    await writeBackup({ database: source, path, version, media: null, log, waits: true });
    const backup = await checkBackup(path);
    await saveStatus(path, { verified: "hashes", command: null });
    await restoreBackup({ database: target, backup, migrations, log });
    const { tables } = backup.manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = Math.round((performance.now() - closedAt) / 1000);
    say(
      `${tables.length} tables with ${rows} rows were moved in ${seconds} s; the hash of every table is the same.`,
    );
    say(`What was moved is also in ${path}.`);
  } catch (error) {
    await openWrites(source);
    say("Nothing was moved: the embedded database accepts writes again.");
    throw error;
  } finally {
    stopped.forget();
  }
}

function nameOfFile(now: Date): string {
  return `moved-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z${EXTENSION}`;
}

/** Ctrl+C must not leave a site that refuses writes. */
function openOnSignal(source: Database): { forget(): void } {
  const interrupt = () => {
    void openWrites(source).finally(() => {
      say("Interrupted: the embedded database accepts writes again.");
      process.exit(1);
    });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupt);
  return {
    forget() {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, interrupt);
    },
  };
}

await runIfStarted(import.meta, main);
