import { mkdir, open, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

/** Returns the folder of the files that operators upload, on this machine's disk. */
export function uploadsFolder(dataDir: string): string {
  return join(dataDir, "uploads");
}

/** Creates the empty file of an upload, unless it exists: what was received is kept. */
export async function createFile(folder: string, id: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(join(folder, id), "a", 0o600);
  await file.close();
}

/** Returns how many bytes of an upload are here; 0 without a file. */
export async function receivedBytes(folder: string, id: string): Promise<number> {
  const found = await stat(join(folder, id)).catch(() => null);
  return found?.size ?? 0;
}

/** Removes the file of an upload. */
export async function removeFile(folder: string, id: string): Promise<void> {
  await rm(join(folder, id), { force: true });
}

/** Returns the free bytes of the disk that uploads go to. */
export async function freeBytes(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
