import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "#platform/clock";
import { randomWord } from "#platform/ids";
import type { MediaStore } from "#platform/storage";

/** Copies of files of a bucket on this machine's disk, which all processes of its DATA_DIR share. */
export interface DiskCache {
  /** Returns a file whose copy is here and whole; null otherwise. */
  get(key: string): Promise<Buffer | null>;
  /** Keeps a copy. Nobody waits for it, and a full disk only means that there is none. */
  put(key: string, body: Buffer): void;
  /** Waits until what was put is written, and removed what is too much. */
  settled(): Promise<void>;
}

/** The time by which the disk dates files. */
const now = () => systemClock.now().getTime();
const HASH_BYTES = 32;
/** A larger file would evict too many others. */
const MAX_FILE_SHARE = 1 / 8;
/** What an eviction leaves, so that the next one is not due at once. */
const LEFT_SHARE = 7 / 8;
/** What a process writes between two looks at the folder. Eight processes together stay within the limit. */
const LOOK_SHARE = 1 / 64;
/** A copy is marked as used no more often than this. */
const MARK_MS = 60_000;
const PART_MS = 3_600_000;
/** Files that wait for a slow disk; more of them are not copied, because they wait in memory. */
const MAX_WAITING_BYTES = 64 * 2 ** 20;

/** Opens the copies that the settings ask for; null for none. */
export function openCopies(
  { dataDir, mediaDiskCacheBytes }: { dataDir: string; mediaDiskCacheBytes: number },
  { marker }: MediaStore,
): DiskCache | null {
  if (mediaDiskCacheBytes === 0) return null;
  return openDiskCache(join(dataDir, "media-cache"), mediaDiskCacheBytes, marker.place);
}

/**
 * Opens the cache. Copies are named by the hash of where their file is, appear whole by a rename, and end with the hash of their
 * content: one that a crash or a disk damaged is removed. The least recently used go first.
 * @param place names the bucket, whose keys another one may have too
 */
export function openDiskCache(folder: string, maxBytes: number, place: string): DiskCache {
  // Of unknown size at the start: the first copy looks.
  let unseen = Number.POSITIVE_INFINITY;
  let running: Promise<unknown> = Promise.resolve();
  let waitingBytes = 0;
  const pathOf = (key: string) => {
    const name = createHash("sha256").update(`${place}\n${key}`).digest("hex");
    return join(folder, name.slice(0, 2), name);
  };

  async function keep(key: string, body: Buffer): Promise<void> {
    const path = pathOf(key);
    await mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
    const part = `${path}.${randomWord(9)}.part`;
    try {
      await writeFile(part, Buffer.concat([body, hashOf(body)]), { mode: 0o600 });
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    unseen += body.length + HASH_BYTES;
    if (unseen < maxBytes * LOOK_SHARE) return;
    unseen = 0;
    await evict(folder, maxBytes);
  }

  return {
    async get(key) {
      const path = pathOf(key);
      const kept = await readFile(path).catch(() => null);
      if (kept === null) return null;
      const body = kept.subarray(0, Math.max(0, kept.length - HASH_BYTES));
      if (!hashOf(body).equals(kept.subarray(body.length))) {
        await rm(path, { force: true });
        return null;
      }
      await markUsed(path);
      return body;
    },
    put(key, body) {
      if (body.length > maxBytes * MAX_FILE_SHARE || waitingBytes + body.length > MAX_WAITING_BYTES) return;
      waitingBytes += body.length;
      // One after another: a burst of new files must not hold as many of them in memory twice.
      running = running
        .then(() => keep(key, body))
        .catch(() => undefined)
        .finally(() => {
          waitingBytes -= body.length;
        });
    },
    async settled() {
      await running;
    },
  };
}

function hashOf(body: Buffer): Buffer {
  return createHash("sha256").update(body).digest();
}

async function markUsed(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found || now() - found.mtimeMs < MARK_MS) return;
  const used = new Date(now());
  await utimes(path, used, used).catch(() => undefined);
}

/** Removes the copies that were not used for longest, until the rest is well within the limit. Another process may do the same. */
async function evict(folder: string, maxBytes: number): Promise<void> {
  const copies: { path: string; bytes: number; used: number }[] = [];
  for (const group of await readdir(folder))
    for (const name of await readdir(join(folder, group)).catch(() => [])) {
      const path = join(folder, group, name);
      const found = await stat(path).catch(() => null);
      if (!found) continue;
      const isLeft = name.endsWith(".part") && now() - found.mtimeMs > PART_MS;
      if (isLeft) await rm(path, { force: true });
      else copies.push({ path, bytes: found.size, used: found.mtimeMs });
    }
  let total = copies.reduce((sum, { bytes }) => sum + bytes, 0);
  // A little less than the limit, because processes write on while this one looks.
  if (total <= maxBytes * (LEFT_SHARE + LOOK_SHARE)) return;
  for (const { path, bytes } of copies.toSorted((a, b) => a.used - b.used)) {
    if (total <= maxBytes * LEFT_SHARE) return;
    await rm(path, { force: true });
    total -= bytes;
  }
}
