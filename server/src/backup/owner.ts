// A person may back up by sudo. The site, which runs as another user, must be able to read, count and delete what they wrote.
import { type FileHandle, lchown, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Creates a folder for backups that only its owner may read; root gives what it creates to the owner of the folder above. */
export async function makeBackupFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const made: string[] = [];
  for (let each = path; each.length >= first.length; each = dirname(each)) made.unshift(each);
  for (const each of made) {
    const owner = await ownerAbove(each);
    if (owner) await lchown(each, owner.uid, owner.gid);
  }
}

/** Gives an open file that root wrote to the owner of its folder. By its name, that owner could have another file given to them. */
export async function giveToOwner(handle: FileHandle, path: string): Promise<void> {
  const owner = await ownerAbove(path);
  if (owner) await handle.chown(owner.uid, owner.gid);
}

async function ownerAbove(path: string): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(dirname(path));
  return owner.uid === 0 ? null : owner;
}
