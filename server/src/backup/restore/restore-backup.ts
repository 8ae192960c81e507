import { once } from "node:events";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import type { Database, Db } from "#platform/db/database";
import { type Migration, migrateInto } from "#platform/db/migrate";
import { openPool } from "#platform/db/pool";
import { openJobs } from "#platform/jobs";
import type { Log } from "#platform/log";
import { readEntries, unpackedBodyOf } from "../archive-reader.ts";
import { BackupError } from "../backup-error.ts";
import { type CheckedBackup, tableOfEntry } from "../check-backup.ts";
import { hashRows } from "../hashed-rows.ts";
import { entryNames, type Manifest, nameOfTable, type TableEntry } from "../manifest.ts";
import * as source from "../repository.ts";
import * as repository from "./repository.ts";

/** What to restore, and into which database. */
export interface RestoreOptions {
  database: Database;
  backup: CheckedBackup;
  /** Every migration of this software. */
  migrations: Record<string, Migration>;
  log: Log;
  /** Runs on the restored rows, in the transaction that restores them. */
  afterLoad?: (db: Db) => Promise<void>;
}

/**
 * Restores a backup into an empty database. Until the last transaction commits, the database is empty and marked as
 * unfinished; afterwards it is whole, and every table's hash was compared. Needs no superuser.
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { database, backup, migrations, log } = options;
  const { manifest, path } = backup;
  const pool = openPool(database.directUrl, { size: 1, statementTimeoutMs: 0 }, log);
  try {
    const client = await pool.connect();
    try {
      await source.prepareSession(client);
      const holder = await source.excludeOthers(client, `cliffhanger restore, process ${process.pid}`);
      if (holder !== null)
        throw new BackupError(
          `A backup or restore of this database is running (${holder}). Wait for it to end.`,
        );
      await refuseUsed(client, manifest);
      await repository.markUnfinished(client, path);
      const wanted = manifest.migrations.map((name) => [name, migrations[name]] as const);
      await migrateInto(database, Object.fromEntries(wanted.filter(isKnown)), log);
      await prepareJobs(client, options);
      await client.query("begin");
      await load(client, options);
      await client.query("commit");
    } finally {
      client.release(true); // ends the transaction, and the session with its lock
    }
  } finally {
    await pool.end();
  }
}

/** Throws a sentence when this software is older than the backup. */
export function refuseNewer(
  { migrations: names, version }: { migrations: string[]; version: string },
  migrations: Record<string, Migration>,
  file: string,
): void {
  const unknown = names.filter((name) => !(name in migrations));
  if (unknown.length > 0)
    throw new BackupError(
      `${file} was written by a newer Cliffhanger (${version}, with ${unknown.join(", ")}). Update this software first.`,
    );
}

function isKnown(entry: readonly [string, Migration | undefined]): entry is readonly [string, Migration] {
  return entry[1] !== undefined;
}

/** Throws a sentence unless the database is empty and nobody uses it. */
async function refuseUsed(client: source.Client, manifest: Manifest): Promise<void> {
  const connected = await repository.listConnected(client);
  if (connected.length > 0)
    throw new BackupError(`Cliffhanger is using this database (${connected.join(", ")}). Stop it first.`);
  if (!(await repository.isEmpty(client)))
    throw new BackupError(
      "The database is not empty. Add --replace to move an embedded database aside, or create an empty one and name it with --into.",
    );
  const applied = (await source.readMigrations(client)) ?? [];
  if (applied.some((name) => !manifest.migrations.includes(name)))
    throw new BackupError(
      "An interrupted restore of another backup left newer tables in this database. Add --replace, or create an empty one and name it with --into.",
    );
}

/** Creates the tables of background jobs, which their library migrates by itself. */
async function prepareJobs(client: source.Client, { database, backup, log }: RestoreOptions): Promise<void> {
  const { jobsVersion } = backup.manifest;
  if (jobsVersion === null) return;
  await (await openJobs(database, log)).stop();
  const ours = await source.readJobsVersion(client);
  if (ours !== null && ours < jobsVersion)
    throw new BackupError(
      `${backup.path} has background jobs of version ${jobsVersion}, and this software knows ${ours}. Update this software first.`,
    );
}

async function load(
  client: Parameters<typeof repository.builderOn>[0],
  options: RestoreOptions,
): Promise<void> {
  const { backup, afterLoad } = options;
  const { manifest } = backup;
  const ours = await source.readJobsVersion(client);
  // The library's own record of its version stays when it has migrated its tables further.
  const tables = manifest.tables.filter(
    (table) => nameOfTable(table) !== "jobs.version" || ours === manifest.jobsVersion,
  );
  await repository.createPartitions(client, tables);
  await refuseOtherTables(client, manifest);
  const dropped = await repository.dropParts(client, tables);
  await repository.emptyTables(client, tables);
  await loadRows(client, backup.path, tables);
  await repository.setSequences(client, manifest.sequences);
  await repository.restoreParts(client, tables, dropped);
  for (const table of tables) await compare(client, table, backup.path);
  await afterLoad?.(repository.builderOn(client));
  await repository.analyze(client, tables);
  await repository.unmark(client);
}

/** The migrations must have made every table and column of the backup; a table that it does not name stays empty. */
async function refuseOtherTables(client: source.Client, manifest: Manifest): Promise<void> {
  const there = new Map(
    (await source.listTables(client)).map((table) => [nameOfTable(table), table.columns]),
  );
  for (const table of manifest.tables) {
    const columns = there.get(nameOfTable(table));
    const missing = table.columns.filter((column) => !columns?.includes(column));
    if (!columns || missing.length > 0)
      throw new BackupError(
        `The backup has ${columns ? `the columns ${missing.join(", ")} of ` : ""}the table ${nameOfTable(table)}, which this software does not make. Restore it with the release that wrote it.`,
      );
  }
}

/** Loads all rows; the parts of a table follow each other in the file. */
async function loadRows(client: source.Client, path: string, tables: readonly TableEntry[]): Promise<void> {
  const byName = new Map(tables.map((table) => [nameOfTable(table), table]));
  let current: { name: string; rows: PassThrough; loaded: Promise<void> } | undefined;
  const end = async () => {
    current?.rows.end();
    await current?.loaded;
    current = undefined;
  };
  await readEntries(
    path,
    async ({ name, chunks }) => {
      const table = byName.get(tableOfEntry(name));
      if (!name.startsWith(entryNames.tables) || !table) return;
      if (current?.name !== nameOfTable(table)) {
        await end();
        const rows = new PassThrough();
        const loaded = pipeline(rows, repository.copyIn(client, table));
        loaded.catch(() => undefined); // `end` and the race below throw the same error
        current = { name: nameOfTable(table), rows, loaded };
      }
      const { rows, loaded } = current;
      if (!rows.write(await unpackedBodyOf(chunks, path))) await Promise.race([once(rows, "drain"), loaded]);
    },
    { sealed: false },
  );
  await end();
}

async function compare(client: source.Client, table: TableEntry, path: string): Promise<void> {
  const hashed = hashRows();
  for await (const chunk of source.copyOut(client, table) as AsyncIterable<Buffer>) hashed.add(chunk);
  const { rows, bytes, sha256 } = table;
  if (!isDeepStrictEqual(hashed.sum(), { rows, bytes, sha256 }))
    throw new BackupError(
      `The table ${nameOfTable(table)} is not what ${path} contains, so nothing was restored. Please report this.`,
    );
}
