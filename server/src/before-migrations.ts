// Loaded by a start that finds pending migrations: the backup that it writes before them.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { hasMembers } from "#accounts";
import {
  BackupError,
  EXTENSION,
  keepNewest,
  readHeadOf,
  readInstallationCode,
  refuseLowDisk,
  runBackupCommand,
  saveStatus,
  writeVerifiedBackup,
} from "#backup";
import { hasOrders } from "#billing";
import type { Config } from "#platform/config";
import type { Database } from "#platform/db/database";
import { appliedMigrations } from "#platform/db/migrate";
import type { Log } from "#platform/log";
import { currentRelease } from "#platform/release";

const PREFIX = "before-";
/** So many backups from before migrations stay. */
const KEPT = 3;

/** What the backup needs. */
interface Context {
  config: Config;
  database: Database;
  log: Log;
}

/** Returns whether a start backs this database up before it migrates: it has a member or an order. */
export async function isBackedUp({ config, database: { db } }: Omit<Context, "log">): Promise<boolean> {
  return !config.backup.migrateWithout && ((await hasMembers(db)) || (await hasOrders(db)));
}

/**
 * Backs up a database that has a member or an order, before the named migrations change it. Throws a sentence when that
 * fails, so that nothing is migrated.
 */
export async function backUpBefore(context: Context, names: readonly string[]): Promise<void> {
  const { config, database, log } = context;
  const { folder, migrateWithout, command } = config.backup;
  if (!(await hasMembers(database.db)) && !(await hasOrders(database.db))) return;
  if (migrateWithout)
    return log.warn({ migrations: names }, "Migrating without a backup, as MIGRATE_WITHOUT_BACKUP=1 says");
  let path: string;
  try {
    await refuseLowDisk(folder);
    const installation = await readInstallationCode(database.pool);
    path = await freePath(context, names.at(-1) ?? "", installation);
    const options = { database, path, version: currentRelease.version, media: null, log, waits: true };
    const { bytes } = await writeVerifiedBackup(options);
    await saveStatus(path, { verified: "hashes", command: null });
    log.info({ path, bytes }, "Backed up before the migrations");
    await keepNewest(folder, PREFIX, KEPT, installation);
  } catch (error) {
    const remedy =
      "Make room, set BACKUP_DIR, or set MIGRATE_WITHOUT_BACKUP=1 if the server has backups of its own.";
    throw new BackupError(
      `The backup before the migrations failed, so nothing was migrated and the former release still runs: ${(error as Error).message} ${remedy}`,
      { cause: error },
    );
  }
  if (command === null) return;
  const code = await runBackupCommand(command, path);
  await saveStatus(path, { command: code });
  if (code !== 0) log.error({ path, code }, "BACKUP_COMMAND failed; the backup itself is complete");
}

/**
 * Returns the path of the backup, with the code of the installation: others that share the folder may be updated at the same moment. A
 * file of that name is replaced when it shows the same schema of the same installation: the start is being repeated. Otherwise some of
 * the migrations ran after it, so it stays.
 */
async function freePath(
  { config: { backup }, database }: Context,
  last: string,
  installation: string | null,
): Promise<string> {
  const names = new Set(await readdir(backup.folder).catch(() => []));
  const applied = await appliedMigrations(database.db);
  const start = `${PREFIX}${last}${installation === null ? "" : `-${installation}`}`;
  for (let number = 1; ; number++) {
    const name = `${start}${number === 1 ? "" : `-${number}`}${EXTENSION}`;
    const path = join(backup.folder, name);
    if (!names.has(name)) return path;
    const head = await readHeadOf(path).catch(() => null);
    if (head?.installation === installation && isDeepStrictEqual(head.migrations, applied)) return path;
  }
}
