import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { linkOrCopy, type MediaStore } from "#platform/storage";
import type { BucketSettings } from "#platform/store-settings";

/** Where the bytes of uploads are while they arrive: a folder of this machine, or the bucket that all machines share. */
export interface UploadFiles {
  /** The folder, whose files are written as they arrive; else what adds a piece that begins where the received bytes end. */
  pieces: { folder: string } | { add(id: string, offset: number, piece: Buffer): Promise<void> };
  /** Makes the place of an upload. What was received is kept. */
  create(id: string): Promise<void>;
  /** Returns how many bytes of an upload are here, without a gap; 0 when there are none. */
  received(id: string): Promise<number>;
  /** Brings an upload to a path of this machine. Returns how many bytes it has. */
  fetch(id: string, path: string): Promise<number>;
  /** Removes the bytes of an upload. */
  remove(id: string): Promise<void>;
  /** Returns the uploads that have bytes here. */
  ids(): Promise<string[]>;
  /** Returns the room that is left, as far as anybody knows it. */
  freeBytes(): Promise<number>;
}

/** Returns where uploads of this site are. */
export function openUploadFiles(
  { dataDir, bucket }: { dataDir: string; bucket: BucketSettings | null },
  store: MediaStore,
): UploadFiles {
  return bucket === null ? folderFiles(uploadsFolder(dataDir)) : bucketFiles(store);
}

/** Returns the folder of uploaded files, on this machine's disk. */
export function uploadsFolder(dataDir: string): string {
  return join(dataDir, "uploads");
}

function folderFiles(folder: string): UploadFiles {
  const makeFolder = () => mkdir(folder, { recursive: true, mode: 0o700 });
  const received = async (id: string) => (await stat(join(folder, id)).catch(() => null))?.size ?? 0;
  return {
    pieces: { folder },
    async create(id) {
      await makeFolder();
      const file = await open(join(folder, id), "a", 0o600);
      await file.close();
    },
    received,
    async fetch(id, path) {
      await linkOrCopy(join(folder, id), path);
      return received(id);
    },
    remove: (id) => rm(join(folder, id), { force: true }),
    ids: () => readdir(folder).catch(() => []),
    async freeBytes() {
      await makeFolder();
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

const OFFSET_DIGITS = 12;

/** Pieces are objects that are named by where they begin and how long they are: none replaces another one. */
function bucketFiles(store: MediaStore): UploadFiles {
  const keyOf = (id: string) => `uploads/${id}`;
  const add = async (id: string, offset: number, piece: Buffer) => {
    if (piece.length === 0) return;
    const work = await store.workFolder();
    try {
      const path = join(work, "piece");
      await writeFile(path, piece);
      const begin = String(offset).padStart(OFFSET_DIGITS, "0");
      await store.publish(path, `${keyOf(id)}/${begin}-${piece.length}`);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };
  return {
    pieces: { add },
    create: async () => undefined,
    async received(id) {
      const pieces = await listPieces(store, keyOf(id));
      return pieces.reduce((end, { bytes }) => end + bytes, 0);
    },
    async fetch(id, path) {
      const pieces = await listPieces(store, keyOf(id));
      await pipeline(readPieces(store, pieces), createWriteStream(path));
      return (await stat(path)).size;
    },
    remove: (id) => store.remove(keyOf(id)),
    ids: () => store.names("uploads"),
    freeBytes: async () => Number.POSITIVE_INFINITY,
  };
}

/**
 * Lists the pieces of an upload up to the first gap. Of two that begin at one place, which a node leaves that lost its lease, the
 * longer one counts: both are of the same file.
 */
async function listPieces(store: MediaStore, folder: string): Promise<{ key: string; bytes: number }[]> {
  const longest = new Map<number, { key: string; bytes: number }>();
  for await (const { key, bytes } of store.list(`${folder}/`)) {
    const begin = Number(key.slice(folder.length + 1).split("-")[0]);
    if (bytes > (longest.get(begin)?.bytes ?? 0)) longest.set(begin, { key, bytes });
  }
  const pieces: { key: string; bytes: number }[] = [];
  for (let end = 0, next = longest.get(0); next; next = longest.get(end)) {
    pieces.push(next);
    end += next.bytes;
  }
  return pieces;
}

async function* readPieces(store: MediaStore, pieces: readonly { key: string }[]): AsyncGenerator<Buffer> {
  for (const { key } of pieces) {
    const piece = await store.read(key);
    if (piece === null) return;
    yield piece;
  }
}
