import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import type { Database } from "#platform/db/database";
import type { MediaFile } from "#platform/db/media-files";
import { openPool } from "#platform/db/pool";
import { UNFINISHED_TABLE } from "#platform/db/unfinished-restore";
import type { Log } from "#platform/log";
import type { MediaStore } from "#platform/storage";
import { type ArchiveWriter, createArchive } from "./archive-writer.ts";
import { BackupError } from "./backup-error.ts";
import { checkBackup } from "./check-backup.ts";
import { hashRows } from "./hashed-rows.ts";
import { entryNames, FORMAT, type Manifest, nameOfTable, type TableEntry } from "./manifest.ts";
import * as repository from "./repository.ts";

const compress = promisify(zstdCompress);
/** A tar needs the size of an entry first, so rows are gathered into parts of this size. */
const PART_BYTES = 16 * 2 ** 20;
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

const WAIT_MS = 500;

/** What to back up, and where to. */
export interface BackupOptions {
  database: Pick<Database, "directUrl">;
  /** The finished file. */
  path: string;
  /** The version of this software. */
  version: string;
  /** The storage whose files are included; null: only their list. */
  media: MediaStore | null;
  log: Log;
  /** Whether to wait while another process is backing up; otherwise it throws. */
  waits?: boolean;
}

/** A finished backup. */
export interface WrittenBackup {
  path: string;
  bytes: number;
  manifest: Manifest;
}

/**
 * Writes a backup of the whole database as it is at one moment, while others go on using it. The file has its name only
 * once it is complete and on disk. Throws BackupError when another process is backing up or restoring.
 */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  const pool = openPool(options.database.directUrl, { size: 1, statementTimeoutMs: 0 }, options.log);
  try {
    const client = await pool.connect();
    try {
      return await writeFrom(client, options);
    } finally {
      client.release(true); // ends the transaction, and the session with its lock
    }
  } finally {
    await pool.end();
  }
}

async function writeFrom(client: repository.Client, options: BackupOptions): Promise<WrittenBackup> {
  const { path, version, media } = options;
  await repository.prepareSession(client);
  const name = `cliffhanger backup, process ${process.pid}`;
  let holder = await repository.excludeOthers(client, name);
  while (holder !== null && options.waits) {
    await pause(WAIT_MS);
    holder = await repository.excludeOthers(client, name);
  }
  if (holder !== null)
    throw new BackupError(`A backup or restore of this database is running (${holder}). Wait for it to end.`);
  const snapshotAt = await repository.beginSnapshot(client);
  const migrations = await repository.readMigrations(client);
  if (migrations === null)
    throw new BackupError(
      "This database has no tables of Cliffhanger, so there is nothing to back up. Check DATABASE_URL and DATA_DIR.",
    );
  if (await repository.hasTable(client, `public.${UNFINISHED_TABLE}`))
    throw new BackupError("A restore into this database did not finish. Run it again before you back up.");
  const archive = await createArchive(path);
  try {
    const installation = await repository.readInstallationCode(client);
    const head = { format: FORMAT, version, snapshotAt: snapshotAt.toISOString(), migrations, installation };
    await archive.add(entryNames.head, json(head));
    const tables: TableEntry[] = [];
    for (const table of await repository.listTables(client))
      tables.push(await writeTable(client, archive, table));
    const files = await repository.listMediaFiles(client);
    const manifest: Manifest = {
      ...head,
      serverVersion: await repository.readServerVersion(client),
      jobsVersion: await repository.readJobsVersion(client),
      tables,
      sequences: await repository.listSequences(client),
      media: await writeMedia(archive, files, media),
    };
    await archive.add(entryNames.manifest, json(manifest));
    return { path, bytes: await archive.finish(), manifest };
  } catch (error) {
    await archive.abandon();
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    throw new BackupError(`The disk of ${path} is full. Make room, or set BACKUP_DIR to another disk.`, {
      cause: error,
    });
  }
}

/** Writes a backup, reads it again from disk and compares every hash. */
export async function writeVerifiedBackup(options: BackupOptions): Promise<WrittenBackup> {
  const written = await writeBackup(options);
  await checkBackup(written.path);
  return written;
}

async function writeTable(
  client: repository.Client,
  archive: ArchiveWriter,
  table: repository.TableName,
): Promise<TableEntry> {
  const hashed = hashRows();
  let parts = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    const name = `${entryNames.tables}${nameOfTable(table)}.${parts}.zst`;
    await archive.add(name, await compress(Buffer.concat(waiting), LEVEL));
    parts += 1;
    waiting = [];
    size = 0;
  };
  for await (const chunk of repository.copyOut(client, table) as AsyncIterable<Buffer>) {
    hashed.add(chunk);
    waiting.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await flush();
  }
  if (size > 0) await flush();
  const { schema, name, columns, partition } = table;
  return { schema, name, columns, partition, ...hashed.sum() };
}

async function writeMedia(
  archive: ArchiveWriter,
  files: readonly MediaFile[],
  store: MediaStore | null,
): Promise<Manifest["media"]> {
  const lines = files.map(({ key, bytes, sha256 }) => `${JSON.stringify({ key, bytes, sha256 })}\n`).join("");
  await archive.add(entryNames.mediaList, await compress(Buffer.from(lines), LEVEL));
  if (store)
    for (const { key, bytes } of files) {
      const found = await store.open(key);
      if (found?.bytes !== bytes) {
        found?.body.destroy();
        throw new BackupError(
          `The media file ${key} ${found ? "is not what it was" : "is missing"}. Restore it, or back up without --media.`,
        );
      }
      await archive.addStream(`${entryNames.media}${key}`, found.body, bytes);
    }
  return {
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    sha256: createHash("sha256").update(lines).digest("hex"),
    included: store !== null,
  };
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}
