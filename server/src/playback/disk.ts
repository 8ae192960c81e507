import { close, fstatSync, open, read } from "node:fs";
import { promisify } from "node:util";

const openFile = promisify(open);
const readFile = promisify(read);
const closeFile = promisify(close);

/** A file's bytes in memory that is used again: they hold until `release`. One that is never released costs only that memory. */
export interface Loan {
  body: Buffer;
  release(): void;
}

/** Reads files that nothing keeps. */
export interface Disk {
  /** The file's bytes, or null when there is no such file. */
  lend(path: string): Promise<Loan | null>;
}

/** Nearly every segment fits; a larger file gets memory of its own. */
const BUFFER_BYTES = 2 ** 20;
const SPARE_BUFFERS = 8;
/** More at once would fetch the same bytes no sooner, and push each other's out of the processor's cache. */
const READERS = 3;

/**
 * Opens a reader that fills few buffers over and over: fresh memory for each file costs more than reading a file that the
 * system has at hand.
 */
export function openDisk(): Disk {
  const spare: Buffer[] = [];
  const waiting: (() => void)[] = [];
  let reading = 0;

  async function begin(): Promise<void> {
    if (reading < READERS) reading += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** The next one takes the place over, so that the count stays. */
  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else reading -= 1;
  }

  async function fill(descriptor: number): Promise<Loan | null> {
    // Not a wait for the disk: opening has just fetched what this tells.
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) return null;
    const fits = facts.size <= BUFFER_BYTES;
    const memory = (fits ? spare.pop() : null) ?? Buffer.allocUnsafeSlow(fits ? BUFFER_BYTES : facts.size);
    let length = 0;
    while (length < facts.size) {
      const { bytesRead } = await readFile(descriptor, memory, length, facts.size - length, length);
      if (bytesRead === 0) break; // cut short meanwhile
      length += bytesRead;
    }
    return {
      body: memory.subarray(0, length),
      release: () => void (fits && spare.length < SPARE_BUFFERS && spare.push(memory)),
    };
  }

  return {
    async lend(path) {
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

/** Whether an error of the file system says that there is no such file. */
export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR";
}
