import { createHash } from "node:crypto";
import { constants, createReadStream, createWriteStream } from "node:fs";
import { copyFile, link, readFile, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Part of a file, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A stored file that is being read. Read or destroy `body`. */
export interface OpenedMedia {
  body: Readable;
  /** The size of the whole file, also when a part of it is read. */
  bytes: number;
  /** Changes with the content; nothing else is known about it. */
  etag: string;
}

/** A stored file as a listing names it. */
export interface StoredFile {
  key: string;
  bytes: number;
  /** When it was added. */
  since: Date;
}

/** What is asked of a bucket, as it is measured. */
export const storeOperations = ["get", "head", "put", "list", "delete", "multipart"] as const;
/** What is asked of a bucket. */
export type StoreOperation = (typeof storeOperations)[number];

/** How a call to a bucket failed. `refused` is an answer that a retry would repeat, such as 403. */
export const storeFaults = ["timeout", "connection", "server", "cut", "refused", "breaker"] as const;
/** How a call to a bucket failed. */
export type StoreFault = (typeof storeFaults)[number];

/** Told of each attempt at a call, with its duration; `fault` is null when it succeeded. */
export type StoreListener = (
  attempt: { op: StoreOperation; fault: StoreFault | null },
  seconds: number,
) => void;

/** The folders at the top of the store. */
export type MediaFolder = "assets" | "images" | "spool" | "made" | "uploads";

/**
 * Where media is stored. A key is a path of plain words: `assets/<id>/index.m3u8`, `images/<name>`, `spool/<hash>`,
 * `made/<name>` for files that can be generated again at any time, `uploads/<id>/<piece>` in a bucket alone. An asset is complete or absent, and so is every other
 * file.
 */
export interface MediaStore {
  /** Opens a file, or a part of it; null when there is none. Throws RangeError for an invalid key, as all of these do. */
  open(key: string, range?: ByteRange): Promise<OpenedMedia | null>;
  /** Reads a small file, such as a playlist, a segment or a picture; null when there is none. */
  read(key: string): Promise<Buffer | null>;
  /** Moves a finished file or folder to its key, replacing existing content; it is durable before this returns. */
  publish(path: string, key: string): Promise<void>;
  /** Adds a file that belongs to someone else under a key. A file store may link to the same bytes. */
  takeIn(path: string, key: string): Promise<void>;
  /** Writes small files into a published folder. Their names change with their content, so nobody reads half of one. */
  addTexts(key: string, texts: readonly { file: string; body: string }[]): Promise<void>;
  /** Lists the files whose keys begin with a folder's name, in the order of their bytes, from the first one after `after`. */
  list(prefix: string, after?: string): AsyncIterable<StoredFile>;
  /** Returns the names directly below a folder: of files, and of assets whether or not they are complete. */
  names(folder: MediaFolder): Promise<string[]>;
  /** Removes a key and everything below it; a missing key is fine. */
  remove(key: string): Promise<void>;
  /** Creates an empty folder on this machine, to prepare content in; `sweep` removes it after a crash. */
  workFolder(): Promise<string>;
  /** The folder of the work folders, whose disk must have room for what is prepared. */
  readonly scratch: string;
  /** Removes work folders whose process has ended; call it at the start. Returns how many there were. */
  sweep(): Promise<number>;
  /**
   * Removes what interrupted attempts left in the store itself, if it is a day or two old at `at`. Returns how much there was.
   */
  discardUnfinished(at: Date): Promise<number>;
  /** Adds who is told of each call to a server; a file store makes none. */
  observe(listener: StoreListener): void;
  /** Returns the absolute path of a key, whether or not it exists; null when the store is no folder of this machine. */
  localPath(key: string): string | null;
  /** Writes a small file of the storage itself, which belongs to no film; what the key had before is replaced. */
  note(key: string, text: string): Promise<void>;
  /** What identifies this storage, so that a disk that is not mounted, or another bucket, is noticed. */
  readonly marker: StoreMarker;
}

/** The small file that ties a storage to its database. */
export interface StoreMarker {
  /** Where it is, in words of the operator. */
  place: string;
  /** Returns its content; null when there is none. */
  read(): Promise<string | null>;
  /** Creates it unless it exists: of two nodes the first one names the storage. */
  make(marker: string): Promise<void>;
  /** Returns the command that writes it, for an operator who accepts this storage. */
  command(marker: string): string;
}

const KEY = /^(?:[a-z0-9_-]+\/)+[a-z0-9_-]+(?:\.[a-z0-9]+)?$/;
const HASH_CHUNK_BYTES = 2 ** 20;
/** Hard links are refused across file systems and by some file systems. */
const CANNOT_LINK = new Set(["EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EACCES", "ENOSYS"]);

/** Returns whether a path below the storage is a key; other programs leave files such as `.DS_Store` there. */
export function isMediaKey(key: string): boolean {
  return KEY.test(key);
}

/** Returns the key. Throws RangeError when it is none, such as one that leads out of the storage. */
export function requireMediaKey(key: string): string {
  if (!isMediaKey(key)) throw new RangeError(`no key of the media store: ${key}`);
  return key;
}

/** Copies a stored file to a path of this machine; null when there is none. Returns the SHA-256 of what was written. */
export async function copyOut(store: MediaStore, key: string, to: string): Promise<string | null> {
  const opened = await store.open(key);
  if (!opened) return null;
  const hash = createHash("sha256");
  opened.body.on("data", (chunk: Buffer) => hash.update(chunk));
  await pipeline(opened.body, createWriteStream(to));
  return hash.digest("hex");
}

/** Returns the size and the SHA-256 of a stored file, which is read for that; null when there is none. */
export async function digestOf(
  store: MediaStore,
  key: string,
): Promise<{ bytes: number; sha256: string } | null> {
  const opened = await store.open(key);
  if (!opened) return null;
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of opened.body as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Creates a hard link to the same bytes; a copy when the file system does not support it. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (!CANNOT_LINK.has(error.code ?? "")) throw error;
    // A clone when the file system supports it, otherwise a copy.
    return copyFile(from, to, constants.COPYFILE_FICLONE);
  });
}

/**
 * Returns the SHA-256 of a file in hexadecimal. A stream allocates a whole chunk for a file of a few kilobytes, of which an asset
 * has hundreds, so small files are read at once.
 */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  const { size } = await stat(path);
  if (size <= HASH_CHUNK_BYTES) hash.update(await readFile(path));
  else await pipeline(createReadStream(path, { highWaterMark: HASH_CHUNK_BYTES }), hash);
  return hash.digest("hex");
}
