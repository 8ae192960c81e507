/** `npm run backup`: writes, lists and verifies backups. */
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import {
  BackupError,
  checkBackup,
  EXTENSION,
  type ListedBackup,
  listBackups,
  listOwn,
  newBackupPath,
  noteSuccess,
  pruneBackups,
  readInstallationCode,
  refuseLowDisk,
  refuseLowDiskForDrill,
  refuseLowDiskForMedia,
  refuseNewer,
  restoreBackup,
  runBackupCommand,
  saveStatus,
  writeBackup,
  writeVerifiedBackup,
} from "#backup";
import { isLedgerBalanced } from "#billing";
import { systemClock } from "#platform/clock";
import { guardedMain, pathOfPerson, runIfStarted, say } from "#platform/command";
import { type Config, readConfig } from "#platform/config";
import { makeDataFolder } from "#platform/data-folder";
import { type Database, openDatabase } from "#platform/db/database";
import { recordOlderFiles, sumMediaBytes, whileMediaStays } from "#platform/db/media-files";
import { pendingMigrations } from "#platform/db/migrate";
import { openReplica, ReplicaLagError, readReplica, refuseLag, sayAsOf } from "#platform/db/replica";
import { type Log, openLog } from "#platform/log";
import { currentRelease } from "#platform/release";
import { openStore } from "#platform/store/open-store";
import { migrations } from "../migrations/index.ts";
import { USAGE } from "./backup-usage.ts";

const root = join(import.meta.dirname, "../..");

/** The program of `npm run backup`. */
export const main = guardedMain([BackupError, ReplicaLagError], async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      to: { type: "string" },
      media: { type: "boolean", default: false },
      "no-verify": { type: "boolean", default: false },
      prune: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      check: { type: "string" },
      drill: { type: "boolean", default: false },
      primary: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return say(USAGE);
  if (positionals.length > (values.drill ? 1 : 0)) return say(USAGE, 1);
  const config = readConfig(process.env, root);
  // Expected errors are printed as sentences; the log is for unexpected ones.
  const log = openLog({ level: "error", pretty: true });
  if (values.list) return list(config);
  if (values.check !== undefined) return check(config, pathOfPerson(values.check));
  if (values.drill) return drill(config, await fileToDrill(config, positionals[0], log), log);
  const path = values.to === undefined ? null : pathOfPerson(values.to);
  if (path !== null && !path.endsWith(EXTENSION))
    throw new BackupError(`--to ${path} does not end with ${EXTENSION}. Give a name that does.`);
  const { media: withMedia, prune, "no-verify": unverified } = values;
  const replica = values.primary ? null : config.readDatabaseUrl;
  return backUp({ path, config, log, withMedia, prune, verify: !unverified, replica });
});

/** Size from which a backup of this kind takes too long. */
const LARGE_BYTES = 20 * 10 ** 9;

interface Order {
  /** The file to write; null: a new one in BACKUP_DIR. */
  path: string | null;
  config: Config;
  log: Log;
  withMedia: boolean;
  verify: boolean;
  /** Whether to delete old backups afterwards. */
  prune: boolean;
  /** The address of the replica that is read; null: the primary. */
  replica: string | null;
}

async function backUp(order: Order): Promise<number> {
  const { config, log, prune } = order;
  const { folder, keep, command } = config.backup;
  if (order.path === null) await refuseLowDisk(folder);
  const database = await openDatabase({
    ...config,
    mode: "attach-or-own",
    holder: "npm run backup",
    log,
    statementTimeoutMs: 0,
  });
  let installation: string | null;
  let path: string;
  try {
    installation = await readInstallationCode(database.pool);
    const { withMedia } = order;
    path = order.path ?? newBackupPath(folder, systemClock.now(), { installation, withMedia });
    await write(database, path, order);
  } finally {
    await database.close();
  }
  if (prune) {
    const old = await pruneBackups(folder, keep, systemClock.now(), installation);
    if (old.length > 0) say(`${old.length} older backups were deleted, as BACKUP_KEEP says.`);
  }
  if (command === null) return 0;
  const code = await runBackupCommand(command, path);
  await record(config, path, { command: code });
  if (code !== 0)
    throw new BackupError(
      `The backup ${path} is complete, but BACKUP_COMMAND ${command} failed with exit code ${code}. Run it again by hand.`,
    );
  return 0;
}

async function write(database: Database, path: string, order: Order): Promise<void> {
  const { config, log, withMedia, verify } = order;
  const store = await openStore(config);
  // A database of an earlier release lacks tables for media files and for runs.
  const pending = await pendingMigrations(database, migrations);
  if (!pending.includes("0034-media-files")) await recordOlderFiles(database.db, store);
  const { rows: sizes } = await database.pool.query<{ bytes: number }>(
    "select pg_database_size(current_database()) as bytes",
  );
  if ((sizes[0]?.bytes ?? 0) > LARGE_BYTES)
    say("The database is larger than 20 GB. Consider physical backups: docs/backup.md, Servers of your own.");
  const media = withMedia ? store : null;
  if (media !== null && !pending.includes("0034-media-files"))
    await refuseLowDiskForMedia(dirname(path), await sumMediaBytes(database.db));
  const read = order.replica === null ? database : await freshReplica(order.replica, config, log);
  const options = { database: read, path, version: currentRelease.version, media, log };
  const run = () => (verify ? writeVerifiedBackup : writeBackup)(options);
  // A schema older than that, backed up before its update, has no table of leases.
  const hasLeases = !pending.includes("0023-play-counter");
  const { bytes, manifest } = await (media !== null && hasLeases ? keepingMedia(database, run) : run());
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const files = `${manifest.media.files} media files ${withMedia ? "included" : "listed"}`;
  say(`${path}: ${sizeOf(bytes)}, ${manifest.tables.length} tables, ${rows} rows, ${files}.`);
  await record(config, path, { verified: verify ? "hashes" : "no", command: null });
  if (!verify) return;
  say("Verified: every hash in the file is right.");
  if (!pending.includes("0040-backup-runs"))
    await noteSuccess(database.db, "backup", new Date(manifest.snapshotAt), bytes);
}

/** Writes a backup with the media files, none of which is removed meanwhile; half a minute after it was killed, they can be again. */
async function keepingMedia<T>({ db }: Database, run: () => Promise<T>): Promise<T> {
  const written: T[] = [];
  await whileMediaStays(db, async () => written.push(await run()));
  const [backup] = written;
  if (backup !== undefined) return backup;
  throw new BackupError(
    "Another backup with the media files is running, or was ended just now. Run it again later.",
  );
}

/** Returns the replica to read, of which it says how old it is; throws when that is too old. */
async function freshReplica(
  url: string,
  { readMaxLagSeconds }: Config,
  log: Log,
): Promise<{ directUrl: string }> {
  const opened = await openReplica({ url, log });
  try {
    const replica = await readReplica(opened.pool);
    refuseLag(replica, readMaxLagSeconds);
    say(sayAsOf(replica));
    return { directUrl: url };
  } finally {
    await opened.close();
  }
}

/** Records what is known about a file; only those in BACKUP_DIR are listed. */
async function record(
  { backup }: Config,
  path: string,
  change: Parameters<typeof saveStatus>[1],
): Promise<void> {
  if (dirname(path) === backup.folder) await saveStatus(path, change);
}

function sizeOf(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

async function list({ backup }: Config): Promise<number> {
  const found = await listBackups(backup.folder);
  return say(found.length > 0 ? found.map(lineOf).join("\n") : `There is no backup in ${backup.folder} yet.`);
}

function lineOf({ path, bytes, snapshotAt, schema, status }: ListedBackup): string {
  if (snapshotAt === null) return `${basename(path)}  ${sizeOf(bytes)}  not readable`;
  const verified = { no: "not verified", hashes: "hashes verified", restored: "restored by a drill" };
  const code = status?.command ?? null;
  const command = code === null ? "" : `  BACKUP_COMMAND: exit code ${code}`;
  return `${basename(path)}  ${snapshotAt.slice(0, 16).replace("T", " ")} UTC  ${sizeOf(bytes)}  ${schema}  ${verified[status?.verified ?? "no"]}${command}`;
}

async function check(config: Config, path: string): Promise<number> {
  const { manifest } = await checkBackup(path, (head) => refuseNewer(head, migrations, path)).catch(
    async (error: unknown) => {
      // What is damaged counts for nothing when older ones are deleted.
      if (existsSync(path)) await record(config, path, { verified: "no" });
      throw error;
    },
  );
  await record(config, path, { verified: "hashes" });
  return say(`${path} is whole: ${manifest.tables.length} tables as of ${manifest.snapshotAt}.`);
}

async function fileToDrill(config: Config, given: string | undefined, log: Log): Promise<string> {
  if (given !== undefined) return pathOfPerson(given);
  // Others may share the folder. A machine without a site proves the newest of all.
  const own = (await onSite(config, log, ({ pool }) => readInstallationCode(pool))) ?? null;
  const { folder } = config.backup;
  const newest = (own === null ? await listBackups(folder) : await listOwn(folder, own)).at(-1);
  if (newest) return newest.path;
  throw new BackupError(`There is no backup in ${folder} yet. Write one: npm run backup`);
}

const DRILL = "cliffhanger-drill-";
const DRILL_AGE_MS = 24 * 3_600_000;

/**
 * Returns the folder in which drills are held, and creates it. The system's folder of temporary files is often memory, which counts
 * toward a container's limit, so it is used only when TMPDIR says so.
 */
function placeOfDrills({ dataDir }: Config): string {
  if (process.env["TMPDIR"]) return tmpdir();
  makeDataFolder(dataDir);
  return dataDir;
}

/** Removes the folders of drills that were killed; they are as large as the database. */
async function removeLeftDrills(place: string): Promise<void> {
  for (const name of (await readdir(place)).filter((each) => each.startsWith(DRILL))) {
    const path = join(place, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > DRILL_AGE_MS) await rm(path, { recursive: true, force: true });
  }
}

/** Restores a backup into a server in a temporary folder, which compares every table's hash. */
async function drill(config: Config, path: string, log: Log): Promise<number> {
  const backup = await checkBackup(path, (head) => refuseNewer(head, migrations, path));
  const place = placeOfDrills(config);
  await removeLeftDrills(place);
  await refuseLowDiskForDrill(place, backup.manifest);
  const dataDir = await mkdtemp(join(place, DRILL));
  try {
    const connectionName = "restore";
    const database = await openDatabase({
      dataDir,
      mode: "own",
      holder: "npm run backup",
      log,
      connectionName,
    });
    try {
      await restoreBackup({ database, backup, migrations, log });
      await refuseUnbalanced(database);
    } finally {
      await database.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  await record(config, path, { verified: "restored" });
  await noteDrill(config, log);
  return say(
    `${path} was restored into a temporary server: every table is the same, and the ledger sums to zero.`,
  );
}

/** Records the drill in the site's database. */
async function noteDrill(config: Config, log: Log): Promise<void> {
  await onSite(config, log, async (database) => {
    const pending = await pendingMigrations(database, migrations);
    if (!pending.includes("0040-backup-runs")) await noteSuccess(database.db, "drill", systemClock.now());
  });
}

/** Runs work on the site's database, unless this machine has none. */
async function onSite<T>(
  config: Config,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T | undefined> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, "postgres/data"))) return undefined;
  const database = await openDatabase({ ...config, mode: "attach-or-own", holder: "npm run backup", log });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function refuseUnbalanced(database: Database): Promise<void> {
  if (!(await isLedgerBalanced(database.db)))
    throw new BackupError("The ledger of the backup does not sum to zero. Compare it with npm run report.");
}

await runIfStarted(import.meta, main);
