import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { isMissing, type Loan, openDisk } from "./disk.ts";
import { openSegmentCache } from "./segment-cache.ts";

const gz = promisify(gzip);

/** Reads media files through the bounded memory cache. */
export interface MediaFiles {
  /** Reads a file; null when there is no such file. */
  read(path: string): Promise<Buffer | null>;
  /** Reads a file gzipped, as for playlists (Apple HLS authoring specification 10.1). */
  readGzipped(path: string): Promise<Buffer | null>;
  /** Reads a file to be sent at once; release it after sending. Without a cache this allocates no memory. */
  lend(path: string): Promise<Loan | null>;
  /** Returns the bytes in the cache. */
  cachedBytes(): number;
}

/** Opens the reader with at most `cacheBytes` of memory. Concurrent requests for an uncached file read it once. */
export function openMediaFiles(cacheBytes: number): MediaFiles {
  const cache = openSegmentCache(cacheBytes);
  const disk = openDisk();
  const underWay = new Map<string, Promise<Buffer | null>>();

  function once(key: string, load: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const kept = cache.get(key);
    if (kept) return Promise.resolve(kept);
    const running = underWay.get(key);
    if (running) return running;
    const started = load()
      .then((body) => {
        if (body) cache.put(key, body);
        return body;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  }

  const read = (path: string) => once(path, () => readIfThere(path));
  return {
    read,
    readGzipped: (path) =>
      once(`${path}.gz`, async () => {
        const body = await readIfThere(path);
        return body && gz(body);
      }),
    async lend(path) {
      if (cacheBytes === 0) return disk.lend(path);
      const body = await read(path);
      return body && { body, release: keep };
    },
    cachedBytes: () => cache.bytes,
  };
}

/** Cached files need no release. */
function keep(): void {
  return;
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
