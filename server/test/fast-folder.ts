import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Enough for the databases of all workers, with 256 MB of write-ahead log, and for their media. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Returns a folder in memory when the system has one that is large enough, for what is synced again and again: each sync
 * of a disk takes milliseconds, and a test proves nothing by it.
 */
export function fastFolder(): string {
  const memory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(memory);
    accessSync(memory, constants.W_OK);
    if (bavail * bsize >= ENOUGH_BYTES) return memory;
  } catch {
    // Only Linux has /dev/shm.
  }
  return tmpdir();
}
