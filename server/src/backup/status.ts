import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { giveToOwner } from "#platform/owner";
import { readHeadOf } from "./archive-reader.ts";
import { EXTENSION } from "./extension.ts";

/** What is known about a backup besides its content. */
const BackupStatus = z.object({
  /** The strongest verification that it passed: its hashes, or a restore. */
  verified: z.enum(["no", "hashes", "restored"]),
  /** Exit code of BACKUP_COMMAND; null when none was set. */
  command: z.number().int().nullable(),
});
type BackupStatus = z.infer<typeof BackupStatus>;

/** A backup in the folder, as a listing shows it. */
export interface ListedBackup {
  path: string;
  bytes: number;
  snapshotAt: string | null;
  /** The last migration that its database had applied. */
  schema: string | null;
  /** The code of the installation that wrote it; null when it does not say. */
  installation: string | null;
  status: BackupStatus | null;
}

const statusFile = (path: string) => `${path}.json`;

/** Records what is known about a backup in a small file next to it. */
export async function saveStatus(path: string, change: Partial<BackupStatus>): Promise<void> {
  const status: BackupStatus = { verified: "no", command: null, ...(await readStatus(path)), ...change };
  const part = `${statusFile(path)}.part`;
  // Never through a link of that name: root may write into the folder of another user.
  await rm(part, { force: true });
  const handle = await open(part, "wx", 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(status)}\n`);
    await giveToOwner(handle, part);
  } finally {
    await handle.close();
  }
  await rename(part, statusFile(path));
}

/** Removes a backup and what is known about it. */
export async function removeBackup(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(statusFile(path), { force: true });
}

/**
 * Lists the finished backups of a folder, the oldest first; none for a missing folder. Installations that share it may delete theirs
 * meanwhile, which are left out.
 */
export async function listBackups(folder: string): Promise<ListedBackup[]> {
  const names = await readdir(folder).catch(unlessMissing<string[]>([]));
  const found: ListedBackup[] = [];
  for (const name of names.filter((each) => each.endsWith(EXTENSION))) {
    const path = join(folder, name);
    const file = await stat(path).catch(unlessMissing(null));
    if (file === null) continue;
    const head = await readHeadOf(path).catch(() => null);
    found.push({
      path,
      bytes: file.size,
      snapshotAt: head?.snapshotAt ?? null,
      schema: head?.migrations.at(-1) ?? null,
      installation: head?.installation ?? null,
      status: await readStatus(path),
    });
  }
  return found.toSorted((one, other) => (one.snapshotAt ?? "").localeCompare(other.snapshotAt ?? ""));
}

/** Returns a handler of errors that gives the value for a file or folder that is not there. */
function unlessMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === "ENOENT") return value;
    throw error;
  };
}

/** A file that a loss of power left empty or cut says nothing. */
async function readStatus(path: string): Promise<BackupStatus | null> {
  try {
    return BackupStatus.nullable()
      .catch(null)
      .parse(JSON.parse(await readFile(statusFile(path), "utf8")));
  } catch {
    return null;
  }
}
