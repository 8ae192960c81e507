import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type Meters, noMeters, plain } from "#platform/meters";
import { isMissing, type OpenFile, openDisk } from "./disk.ts";
import { openSegmentCache } from "./segment-cache.ts";

const gz = promisify(gzip);

/** Reads media files through the bounded memory cache. */
export interface MediaFiles {
  /** Reads a file; null when there is no such file. */
  read(path: string): Promise<Buffer | null>;
  /** Reads a file gzipped, as for playlists (Apple HLS authoring specification 10.1). */
  readGzipped(path: string): Promise<Buffer | null>;
  /** Reads a file to be sent at once; release it after sending. Without a cache this allocates no memory. */
  open(path: string): Promise<OpenFile | null>;
}

/** Opens the reader with at most `cacheBytes` of memory. Concurrent requests for an uncached file read it once. */
export function openMediaFiles(cacheBytes: number, meters: Meters = noMeters): MediaFiles {
  const cache = openSegmentCache(cacheBytes);
  const served = measureMedia(meters, () => cache.bytes);
  const disk = openDisk();
  const pending = new Map<string, Promise<Buffer | null>>();

  function once(key: string, load: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const cached = cache.get(key);
    if (cached) {
      served({ source: "memory" }, cached.length);
      return Promise.resolve(cached);
    }
    const running = pending.get(key);
    if (running) return running;
    const started = load()
      .then((body) => {
        if (body) cache.put(key, body);
        served({ source: "disk" }, body?.length ?? 0);
        return body;
      })
      .finally(() => pending.delete(key));
    pending.set(key, started);
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
    async open(path) {
      if (cacheBytes === 0) {
        const opened = await disk.open(path);
        served({ source: "disk" }, opened?.body.length ?? 0);
        return opened;
      }
      const body = await read(path);
      return body && { body, release: releaseNothing };
    },
  };
}

function measureMedia(meters: Meters, cachedBytes: () => number) {
  meters.gauge(
    { name: "media_cache_bytes", help: "Bytes of media files held in memory", role: "web", labels: {} },
    () => plain(cachedBytes()),
  );
  return meters.counter({
    name: "media_bytes_total",
    help: "Bytes of media files read for viewers, by where they were",
    role: "web",
    labels: { source: new Set(["memory", "disk"]) },
  });
}

/** Cached files need no release. */
function releaseNothing(): void {
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
