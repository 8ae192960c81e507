import { readdir, rm, stat, statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Retention } from "#platform/backup-settings";
import { makeOwnedFolder } from "#platform/owner";
import { FOLDER_MODE, partOf } from "./archive-writer.ts";
import { BackupError } from "./backup-error.ts";
import { EXTENSION } from "./extension.ts";
import { backupsToDelete } from "./retention.ts";
import { type ListedBackup, listBackups, removeBackup } from "./status.ts";

/** What the names of backups begin with that are deleted in time. Those that a person named stay. */
const REGULAR = "cliffhanger-";
/** What the names of those begin with that include the media files. */
const WITH_MEDIA = `${REGULAR}media-`;
/** What a temporary server takes without rows: its own files, and its log of changes while it loads. */
const SERVER_BYTES = 512 * 2 ** 20;
/** What rows take in tables with their indexes, as a multiple of their text: 3.1 was measured. */
const TABLE_SHARE = 4;
/** A backup that is still being written is younger. */
const PART_AGE_MS = 24 * 3_600_000;

/**
 * Returns the path of a new backup, whose name says whether it includes the media files, and whose it is: installations that share the
 * folder may begin in the same second, as cron starts them, and would write to one file.
 */
export function newBackupPath(
  folder: string,
  now: Date,
  { installation, withMedia = false }: { installation: string | null; withMedia?: boolean },
): string {
  const kind = withMedia ? WITH_MEDIA : REGULAR;
  const of = installation === null ? "" : `${installation}-`;
  return join(folder, `${kind}${of}${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z${EXTENSION}`);
}

/**
 * Throws a sentence when the disk of the folder has less than twice the size of the last backup free: a full disk would
 * stop more than backups. One that includes media files says nothing about the size of the next one.
 */
export async function refuseLowDisk(folder: string): Promise<void> {
  const bytes = await sizeOfLast(folder);
  if (bytes === 0) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= 2 * bytes) return;
  throw new BackupError(
    `The disk of ${folder} has less than twice the size of the last backup free, so no new one was begun. Make room, or set BACKUP_DIR to another disk. The backups there are untouched.`,
  );
}

/** Throws a sentence when media files of so many bytes do not fit on the disk of the folder, beside twice the last backup. */
export async function refuseLowDiskForMedia(folder: string, mediaBytes: number): Promise<void> {
  await makeOwnedFolder(folder, FOLDER_MODE);
  const { bavail, bsize } = await statfs(folder);
  const short = mediaBytes + 2 * (await sizeOfLast(folder)) - bavail * bsize;
  if (short <= 0) return;
  throw new BackupError(
    `The disk of ${folder} lacks ${Math.ceil(short / 2 ** 20)} MB for a backup with the media files, so none was begun. Make room, or name a file on another disk with --to.`,
  );
}

/** Throws a sentence when a temporary server with these tables may not fit on the disk of the folder, which may be that of the site. */
export async function refuseLowDiskForDrill(
  folder: string,
  { tables }: { tables: readonly { bytes: number }[] },
): Promise<void> {
  const needed = SERVER_BYTES + TABLE_SHARE * tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  throw new BackupError(
    `The disk of ${folder} has less than the ${Math.ceil(needed / 2 ** 20)} MB free that a drill may need, so none was begun. Make room, or set TMPDIR to a folder on another disk.`,
  );
}

/** Returns the size of the last backup without media files; 0 without one. */
async function sizeOfLast(folder: string): Promise<number> {
  return (await listBackups(folder)).findLast((backup) => !isWithMedia(backup))?.bytes ?? 0;
}

/**
 * Deletes what the setting does not keep, and what interrupted backups left. Returns the deleted backups. Those that are
 * not verified, those that a person named, and those of another installation stay.
 */
export async function pruneBackups(
  folder: string,
  keep: Retention,
  now: Date,
  installation: string | null,
): Promise<string[]> {
  const regular = (await listOwn(folder, installation)).filter(isRegular);
  // One that lists the films does not replace one that contains them.
  const kinds = Map.groupBy(regular, isWithMedia).values();
  const old = kinds.toArray().flatMap((kind) => backupsToDelete(kind.flatMap(datedWhenVerified), keep));
  for (const path of old) await removeBackup(path);
  const parts = (await readdir(folder)).filter((name) => name.endsWith(partOf(EXTENSION)));
  for (const path of parts.map((name) => join(folder, name))) {
    const found = await stat(path).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > PART_AGE_MS) await rm(path, { force: true });
  }
  return old;
}

/** Deletes all but the newest of an installation's verified backups whose names begin with a prefix. */
export async function keepNewest(
  folder: string,
  prefix: string,
  count: number,
  installation: string | null,
): Promise<void> {
  const verified = (await listOwn(folder, installation))
    .filter(({ path }) => basename(path).startsWith(prefix))
    .flatMap(datedWhenVerified);
  for (const { path } of verified.slice(0, -count)) await removeBackup(path);
}

/** Lists the backups of an installation, which may share the folder with others, and those that do not say whose they are. */
export async function listOwn(folder: string, installation: string | null): Promise<ListedBackup[]> {
  const all = await listBackups(folder);
  return all.filter((backup) => backup.installation === null || backup.installation === installation);
}

function isRegular({ path }: ListedBackup): boolean {
  return basename(path).startsWith(REGULAR);
}

function isWithMedia({ path }: ListedBackup): boolean {
  return basename(path).startsWith(WITH_MEDIA);
}

function datedWhenVerified({ path, snapshotAt, status }: ListedBackup) {
  const isVerified = status !== null && status.verified !== "no";
  return isVerified && snapshotAt !== null ? [{ path, snapshotAt: new Date(snapshotAt) }] : [];
}
