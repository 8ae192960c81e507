import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { extract } from "tar-stream";
import { BackupError } from "./backup-error.ts";
import { entryNames, type Head, readHead } from "./manifest.ts";
import { readSeal, SEAL, SEAL_BYTES } from "./seal.ts";

const decompress = promisify(zstdDecompress);
/** A part has at most 16 MB of rows; anything far larger was not written by us. */
const PART_LIMIT_BYTES = 256 * 2 ** 20;

/** One entry of an archive; its body must be read before the next entry. */
export interface ArchiveEntry {
  name: string;
  size: number;
  chunks: AsyncIterable<Buffer>;
}

/** Opens the file; throws a sentence when that is impossible. */
async function openFile(path: string): Promise<FileHandle> {
  return open(path, "r").catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === "ENOENT" ? "does not exist" : `cannot be read (${cause.message})`;
    throw new BackupError(`The backup ${path} ${reason}. Check its name, and whose file it is.`, { cause });
  });
}

/** Calls `use` with each entry but the seal, in order. With `sealed` it fails unless all bytes match the seal. */
export async function readEntries(
  path: string,
  use: (entry: ArchiveEntry) => Promise<void>,
  { sealed }: { sealed: boolean },
): Promise<void> {
  const handle = await openFile(path);
  let refused: unknown;
  try {
    const seal = sealed ? await sealOf(handle, path) : undefined;
    const hash = createHash("sha256");
    let left = (await handle.stat()).size - SEAL_BYTES;
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (seal !== undefined) hash.update(chunk.subarray(0, Math.max(0, left)));
        left -= chunk.length;
        done(null, chunk);
      },
    });
    const tar = extract();
    const source = createReadStream(path, { highWaterMark: 2 ** 18 });
    const reading = pipeline(source, hashing, tar);
    reading.catch(() => undefined); // the loop below throws the same error
    for await (const entry of tar) {
      const { name, size } = entry.header;
      if (name !== SEAL)
        await use({ name, size, chunks: entry as AsyncIterable<Buffer> }).catch((error: unknown) => {
          refused = error;
          throw error;
        });
      entry.resume();
    }
    await reading;
    if (seal !== undefined && hash.digest("hex") !== seal) throw damaged(path);
  } catch (error) {
    // The library's own errors have no code; those of the disk have one.
    if (error === refused || error instanceof BackupError || (error as { code?: string }).code) throw error;
    throw damaged(path, error);
  } finally {
    await handle.close();
  }
}

/** Returns the first entry, which says what the file is. */
export async function readHeadOf(path: string): Promise<Head> {
  const handle = await openFile(path);
  await handle.close();
  const tar = extract();
  const source = createReadStream(path, { end: 2 ** 20 });
  const reading = pipeline(source, tar).catch(() => undefined); // it ends in the middle of an entry
  try {
    for await (const entry of tar) {
      if (entry.header.name !== entryNames.head) break;
      return readHead((await bodyOf(entry as AsyncIterable<Buffer>)).toString("utf8"), path);
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
  } finally {
    source.destroy();
    tar.destroy();
    await reading;
  }
  throw new BackupError(`${path} is no backup of Cliffhanger. Give a file that npm run backup wrote.`);
}

/** Returns the whole body of an entry. */
export async function bodyOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Returns the uncompressed body of an entry. */
export async function unpackedBodyOf(chunks: AsyncIterable<Buffer>, path: string): Promise<Buffer> {
  const packed = await bodyOf(chunks);
  return decompress(packed, { maxOutputLength: PART_LIMIT_BYTES }).catch((error: unknown) => {
    throw damaged(path, error);
  });
}

/** Returns the sentence for a file whose content is not what was written. */
export function damaged(path: string, cause?: unknown): BackupError {
  return new BackupError(`${path} is damaged: its content is not what was written. Use another backup.`, {
    cause,
  });
}

async function sealOf(handle: FileHandle, path: string): Promise<string> {
  const { size } = await handle.stat();
  const tail = Buffer.alloc(SEAL_BYTES);
  if (size >= SEAL_BYTES) await handle.read(tail, 0, SEAL_BYTES, size - SEAL_BYTES);
  const seal = readSeal(tail);
  if (seal === undefined)
    throw new BackupError(
      `${path} is not complete: its end is missing or changed. Copy it again, or use another backup.`,
    );
  return seal;
}
