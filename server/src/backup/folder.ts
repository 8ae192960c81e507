import { readdir, rm, stat, statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Retention } from "#platform/backup-settings";
import { partOf } from "./archive-writer.ts";
import { BackupError } from "./backup-error.ts";
import { EXTENSION } from "./extension.ts";
import { backupsToDelete } from "./retention.ts";
import { type ListedBackup, listBackups, removeBackup } from "./status.ts";

/** What the names of backups begin with that are deleted in time. Those that a person named stay. */
const REGULAR = "cliffhanger-";
/** A backup that is still being written is younger. */
const PART_AGE_MS = 24 * 3_600_000;

/** Returns the path of a new backup. */
export function newBackupPath(folder: string, now: Date): string {
  return join(folder, `${REGULAR}${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z${EXTENSION}`);
}

/**
 * Throws a sentence when the disk of the folder has less than twice the size of the last backup free: a full disk would
 * stop more than backups.
 */
export async function refuseLowDisk(folder: string): Promise<void> {
  const last = (await listBackups(folder)).at(-1);
  if (!last) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= 2 * last.bytes) return;
  throw new BackupError(
    `The disk of ${folder} has less than twice the size of the last backup free, so no new one was begun. Make room, or set BACKUP_DIR to another disk. The backups there are untouched.`,
  );
}

/**
 * Deletes what the setting does not keep, and what interrupted backups left. Returns the deleted backups. Those that are
 * not verified, and those that a person named, stay.
 */
export async function pruneBackups(folder: string, keep: Retention, now: Date): Promise<string[]> {
  const verified = (await listBackups(folder)).filter(isRegular).flatMap(datedWhenVerified);
  const old = backupsToDelete(verified, keep);
  for (const path of old) await removeBackup(path);
  const parts = (await readdir(folder)).filter((name) => name.endsWith(partOf(EXTENSION)));
  for (const path of parts.map((name) => join(folder, name))) {
    const found = await stat(path).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > PART_AGE_MS) await rm(path, { force: true });
  }
  return old;
}

/** Deletes all but the newest of the verified backups whose names begin with a prefix. */
export async function keepNewest(folder: string, prefix: string, count: number): Promise<void> {
  const verified = (await listBackups(folder))
    .filter(({ path }) => basename(path).startsWith(prefix))
    .flatMap(datedWhenVerified);
  for (const { path } of verified.slice(0, -count)) await removeBackup(path);
}

function isRegular({ path }: ListedBackup): boolean {
  return basename(path).startsWith(REGULAR);
}

function datedWhenVerified({ path, snapshotAt, status }: ListedBackup) {
  const isVerified = status !== null && status.verified !== "no";
  return isVerified && snapshotAt !== null ? [{ path, snapshotAt: new Date(snapshotAt) }] : [];
}
