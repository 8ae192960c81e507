/** `npm run upgrade -- --check`: shows what the start of this release would change. */
import { readFile, statfs } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BackupError, refuseLowDisk } from "#backup";
import { guardedMain, runIfStarted, say } from "#platform/command";
import { type Config, goneSettings, readConfig } from "#platform/config";
import { refuseMoved } from "#platform/db/closed-writes";
import { type Database, openDatabase } from "#platform/db/database";
import { pendingMigrations } from "#platform/db/migrate";
import { refuseUnfinishedRestore } from "#platform/db/unfinished-restore";
import { openLog } from "#platform/log";
import { currentRelease } from "#platform/release";
import { migrations } from "../migrations/index.ts";
import { isBackedUp } from "./before-migrations.ts";
import { USAGE } from "./upgrade-usage.ts";

const MEGABYTE = 2 ** 20;

/** A table and its size with indexes. */
export interface TableSize {
  name: string;
  bytes: number;
}

/**
 * Returns the tables that the statements of a migration name, in order of size. It finds names after the words of SQL
 * and therefore may list too many, never runs anything, and does not see names that are composed.
 */
export function tablesNamedIn(source: string, tables: readonly TableSize[]): TableSize[] {
  const words =
    /\b(?:table|update|into|from|on|join|references)\s+(?:if (?:not )?exists\s+)?(?:only\s+)?"?([a-z_]+)"?/gi;
  const named = new Set([...source.matchAll(words)].map(([, name = ""]) => name.toLowerCase()));
  return tables.filter(({ name }) => named.has(name)).toSorted((one, other) => other.bytes - one.bytes);
}

async function tableSizes(database: Database): Promise<TableSize[]> {
  const { rows } = await database.pool.query<TableSize>(
    "select relname as name, pg_total_relation_size(oid) as bytes from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  return rows;
}

async function describeMigrations(database: Database, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return ["Migrations: none pending"];
  const tables = await tableSizes(database);
  const rows = names.map(async (name) => {
    const source = await readFile(join(import.meta.dirname, `../migrations/${name}.ts`), "utf8");
    const named = tablesNamedIn(source, tables).map((table) => `${table.name} ${megabytes(table.bytes)}`);
    return `  ${name}: ${named.length === 0 ? "new tables only" : named.join(", ")}`;
  });
  return [`Migrations: ${names.length} pending`, ...(await Promise.all(rows))];
}

/** Says where the start backs up before the migrations, or why it would not begin. */
async function describeBackup({ backup: { folder } }: Config): Promise<{ line: string; fails: boolean }> {
  try {
    await refuseLowDisk(folder);
    return { line: `Backup: before the migrations, into ${folder}`, fails: false };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return { line: `Backup: ${error.message}`, fails: true };
  }
}

async function describeDisk(database: Database, { dataDir }: Config): Promise<string> {
  const { rows } = await database.pool.query<{ bytes: number }>(
    "select pg_database_size(current_database()) as bytes",
  );
  const { bavail, bsize } = await statfs(dataDir);
  return `Disk: ${megabytes(bavail * bsize)} free under ${dataDir}; the database takes ${megabytes(rows[0]?.bytes ?? 0)}`;
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / MEGABYTE)} MB`;
}

/** The program of the command. */
export const main = guardedMain([], async (args) => {
  const { values } = parseArgs({
    args,
    options: { check: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) return say(USAGE, 0);
  if (!values.check) return say(USAGE, 1);
  const config = readConfig(process.env, join(import.meta.dirname, "../.."));
  const gone = goneSettings.filter(({ name }) => process.env[name] || process.env[`${name}_FILE`]);
  const log = openLog({ level: "error", pretty: true });
  const database = await openDatabase({ ...config, mode: "attach-or-own", holder: "npm run upgrade", log });
  try {
    await refuseUnfinishedRestore(database.db);
    await refuseMoved(database);
    const names = await pendingMigrations(database, migrations);
    const isCopied = names.length > 0 && (await isBackedUp({ config, database }));
    const backup = isCopied ? await describeBackup(config) : null;
    const lines = [
      `Release: ${currentRelease.version}; afterwards the database opens with ${currentRelease.oldestForSchema} or newer`,
      ...(await describeMigrations(database, names)),
      ...(backup === null ? [] : [backup.line]),
      await describeDisk(database, config),
      gone.length === 0 ? "Settings: all known" : "Settings that no longer exist:",
      ...gone.map(({ name, instead }) => `  ${name}: ${instead}`),
    ];
    return say(lines.join("\n"), gone.length === 0 && !backup?.fails ? 0 : 1);
  } finally {
    await database.close();
  }
});

await runIfStarted(import.meta, main);
