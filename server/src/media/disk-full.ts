import { statfs } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { sayIn } from "#platform/said";
import { MediaError } from "./confine.ts";

/** The disk is full. The file itself is fine: it is retried when there is space. */
export class DiskFullError extends MediaError {
  override name = "DiskFullError";
}

/** The disk has too little room to begin, and nothing was begun. */
export class NoRoomError extends DiskFullError {
  override name = "NoRoomError";
}

/** Delay before the next attempt. */
export const ROOM_SECONDS = 5;
/** More than the file system's own metadata varies. */
const ROOM_BYTES = 256 * 1024;
const CODES = new Set(["ENOSPC", "EDQUOT"]);

/** Returns whether an error means that the disk or the user's quota is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DiskFullError || CODES.has((error as NodeJS.ErrnoException | null)?.code ?? "");
}

/** Returns the message for the operator while a video waits for disk space. */
export function diskFullSentence(name: string): string {
  return sayIn("en", (t) => t("mediaFault.diskFull", { name }));
}

/** How much of the disk a video takes while it is encoded, as a multiple of its source: renditions, pictures, a copy from a bucket. */
const SCRATCH_SHARE = 3;

/** Throws a {@link NoRoomError} when a folder's disk has too little room to encode a source of so many bytes. */
export async function requireRoom(folder: string, name: string, sourceBytes: number): Promise<void> {
  const needed = SCRATCH_SHARE * sourceBytes;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  const megabytes = Math.ceil(needed / 2 ** 20);
  throw new NoRoomError((t) => t("mediaFault.noRoom", { name, megabytes }));
}

/** Waits until the folder's disk has more free space than at the time of the call. */
export async function waitForRoom(folder: string, signal: AbortSignal): Promise<void> {
  const free = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  const before = await free();
  do await pause(ROOM_SECONDS * 1000, undefined, { signal });
  while ((await free()) < before + ROOM_BYTES);
}
