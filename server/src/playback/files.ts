import { readFile } from "node:fs/promises";
import { gzip } from "node:zlib";
import { promisify } from "node:util";
import { openSegmentCache } from "./segment-cache.ts";

const gz = promisify(gzip);

/** Reads media files through the bounded memory cache. */
export interface MediaFiles {
  /** The file's bytes, or null when there is no such file. */
  read(path: string): Promise<Buffer | null>;
  /** The same, gzipped: playlists (Apple HLS authoring specification 10.1). */
  readGzipped(path: string): Promise<Buffer | null>;
  /** Bytes held in memory now. */
  cachedBytes(): number;
}

/** Opens the reader with at most `cacheBytes` of memory. Many requests for one file that is not cached read it once. */
export function openMediaFiles(cacheBytes: number): MediaFiles {
  const cache = openSegmentCache(cacheBytes);
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
    cachedBytes: () => cache.bytes,
  };
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return null;
    throw error;
  }
}
