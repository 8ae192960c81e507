import { statfs } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { MediaError } from "./confine.ts";

/** There is no room on the disk. Nothing is wrong with the file: it is tried again when there is room. */
export class DiskFullError extends MediaError {
  override name = "DiskFullError";
}

/** How long to wait before the next attempt. */
export const ROOM_SECONDS = 5;
/** More than the bookkeeping of a file system moves by itself. */
const ROOM_BYTES = 256 * 1024;
const CODES = new Set(["ENOSPC", "EDQUOT"]);

/** Whether an error means that the disk, or this user's share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DiskFullError || CODES.has((error as NodeJS.ErrnoException | null)?.code ?? "");
}

/** What the operator reads while something waits for room. */
export function diskFullSentence(name: string): string {
  return `The disk is full, so ${name} has to wait. Free some space under DATA_DIR; it goes on by itself.`;
}

/** Waits until more is free on the disk of a folder than when it was called. */
export async function waitForRoom(folder: string, signal: AbortSignal): Promise<void> {
  const free = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  const before = await free();
  do await pause(ROOM_SECONDS * 1000, undefined, { signal });
  while ((await free()) < before + ROOM_BYTES);
}
