// A person may run a command by sudo. The site, which runs as another user, must be able to read, change and remove what that wrote.
import type { Stats } from "node:fs";
import { type FileHandle, lchown, lstat, mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Creates a folder and those above it that are missing; root gives them to the owner of the folder that was there. */
export async function makeOwnedFolder(path: string, mode?: number): Promise<void> {
  const first = await mkdir(path, { recursive: true, ...(mode === undefined ? {} : { mode }) });
  if (first !== undefined) await giveTreeToOwner(first, dirname(first));
}

/** Gives an open file that root wrote to the owner of its folder. By its name, that owner could have another file given to them. */
export async function giveToOwner(handle: FileHandle, path: string): Promise<void> {
  const owner = await ownerOf(dirname(path));
  if (owner) await handle.chown(owner.uid, owner.gid);
}

/** Gives a file, or a folder with all that is in it, to the owner of a folder if root wrote it. A link is given itself, not its target. */
export async function giveTreeToOwner(path: string, folder: string): Promise<void> {
  const owner = await ownerOf(folder);
  if (!owner) return;
  const below = (await lstat(path)).isDirectory() ? await readdir(path, { recursive: true }) : [];
  for (const each of ["", ...below]) await lchown(join(path, each), owner.uid, owner.gid);
}

/** Returns the owner of a folder, or null if nothing has to be given to them: they are root, or this process is not. */
async function ownerOf(folder: string): Promise<Pick<Stats, "uid" | "gid"> | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(folder);
  return owner.uid === 0 ? null : owner;
}
