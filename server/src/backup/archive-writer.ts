import { createHash } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pack } from "tar-stream";
import { giveToOwner, makeOwnedFolder } from "#platform/owner";
import { SEAL } from "./seal.ts";

const MODE = 0o600;
/** The mode of a folder that is created for backups: only its owner may read it. */
export const FOLDER_MODE = 0o700;

/** A backup that is being written under a temporary name. */
export interface ArchiveWriter {
  /** Adds an entry from memory; resolves when it is in the file. */
  add(name: string, body: Buffer): Promise<void>;
  /** Adds the content of a stream whose size is known. */
  addStream(name: string, source: Readable, size: number): Promise<void>;
  /** Seals the archive, syncs it to disk and gives it its name. Returns its size. */
  finish(): Promise<number>;
  /** Removes what was written. */
  abandon(): Promise<void>;
}

/** Returns the name under which a backup is written until it is complete. */
export function partOf(path: string): string {
  return `${path}.part`;
}

/** Begins to write an archive that only its owner may read: it contains password hashes and signing keys. */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  await makeOwnedFolder(dirname(path), FOLDER_MODE);
  await rm(partOf(path), { force: true });
  const handle = await open(partOf(path), "wx", MODE);
  const tar = pack();
  const hash = createHash("sha256");
  let written = 0;
  let wanted = 0;
  let arrived = Promise.withResolvers<void>();
  arrived.resolve(); // nothing is awaited yet
  const writing = (async () => {
    for await (const chunk of tar as AsyncIterable<Buffer>) {
      await handle.writeFile(chunk);
      hash.update(chunk);
      written += chunk.length;
      if (written >= wanted) arrived.resolve();
    }
  })();
  // A fault of the disk ends the wait for bytes that will never be written.
  writing.catch((error: unknown) => arrived.reject(error));
  const expect = (size: number) => {
    arrived = Promise.withResolvers<void>();
    wanted += 512 + Math.ceil(size / 512) * 512; // a tar header, and the body in blocks
    const done = Promise.race([arrived.promise, writing]);
    done.catch(() => undefined); // the library may throw before anyone waits
    return done;
  };
  const header = (name: string, size: number) => ({ name, size, mode: MODE, mtime: new Date(0) });
  async function add(name: string, body: Buffer): Promise<void> {
    const done = expect(body.length);
    tar.entry(header(name, body.length), body).on("error", arrived.reject);
    await done;
  }
  return {
    add,
    async addStream(name, source, size) {
      const done = expect(size);
      await Promise.all([done, pipeline(source, tar.entry(header(name, size)))]);
    },
    async finish() {
      await add(SEAL, Buffer.from(`${hash.copy().digest("hex")}\n`));
      tar.finalize();
      await writing;
      await giveToOwner(handle, partOf(path));
      await handle.sync();
      const { size } = await handle.stat();
      await handle.close();
      await rename(partOf(path), path);
      await syncFolder(dirname(path));
      return size;
    },
    async abandon() {
      tar.destroy();
      await writing.catch(() => undefined); // the fault is the reason why it is abandoned
      await handle.close();
      await rm(partOf(path), { force: true });
    },
  };
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
