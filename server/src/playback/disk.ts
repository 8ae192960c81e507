import { close, fstatSync, open, read } from "node:fs";
import { promisify } from "node:util";

const openFile = promisify(open);
const readFile = promisify(read);
const closeFile = promisify(close);

/** A file's bytes in a reusable buffer, valid until `release`. A file that is never released costs only its buffer. */
export interface OpenFile {
  body: Buffer;
  release(): void;
}

/** Reads files without caching them. */
export interface Disk {
  /** Reads a file into memory; null when there is no such file. */
  open(path: string): Promise<OpenFile | null>;
}

/** Nearly every segment fits; a larger file gets a separate buffer. */
const BUFFER_BYTES = 2 ** 20;
const SPARE_BUFFERS = 8;
/** More concurrent reads would be no faster, and would evict each other's bytes from the processor's cache. */
const READERS = 3;

/**
 * Opens a reader that reuses a few buffers. Allocating memory for each file costs more than reading a file from the
 * page cache.
 */
export function openDisk(): Disk {
  const spare: Buffer[] = [];
  const waiting: (() => void)[] = [];
  let reading = 0;

  async function begin(): Promise<void> {
    if (reading < READERS) reading += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Hands the slot to the next waiting read, so that the count stays the same. */
  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else reading -= 1;
  }

  async function fill(descriptor: number): Promise<OpenFile | null> {
    // Does not block on the disk: opening the file has just loaded its metadata.
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) return null;
    const fits = facts.size <= BUFFER_BYTES;
    const memory = (fits ? spare.pop() : null) ?? Buffer.allocUnsafeSlow(fits ? BUFFER_BYTES : facts.size);
    let length = 0;
    while (length < facts.size) {
      const { bytesRead } = await readFile(descriptor, memory, length, facts.size - length, length);
      if (bytesRead === 0) break; // the file was truncated meanwhile
      length += bytesRead;
    }
    return {
      body: memory.subarray(0, length),
      release: () => void (fits && spare.length < SPARE_BUFFERS && spare.push(memory)),
    };
  }

  return {
    async open(path) {
      await begin();
      try {
        const descriptor = await openFile(path, "r");
        try {
          return await fill(descriptor);
        } finally {
          await closeFile(descriptor);
        }
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      } finally {
        end();
      }
    },
  };
}

/** Returns whether a file system error means that there is no such file. */
export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR";
}
