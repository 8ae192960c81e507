import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type Meters, noMeters, plain } from "#platform/meters";
import type { MediaStore } from "#platform/storage";
import { type OpenFile, openDisk } from "./disk.ts";
import { openSegmentCache } from "./segment-cache.ts";

const gz = promisify(gzip);

/** Reads media files through the bounded memory cache. */
export interface MediaFiles {
  /** Reads a file by its key in the store; null when there is no such file. */
  read(key: string): Promise<Buffer | null>;
  /** Reads a file gzipped, as for playlists (Apple HLS authoring specification 10.1). */
  readGzipped(key: string): Promise<Buffer | null>;
  /** Reads a file to be sent at once; release it after sending. Without a cache this allocates no memory. */
  open(key: string): Promise<OpenFile | null>;
}

/** Opens the reader with at most `cacheBytes` of memory. Concurrent requests for an uncached file read it once. */
export function openMediaFiles(store: MediaStore, cacheBytes: number, meters: Meters = noMeters): MediaFiles {
  const cache = openSegmentCache(cacheBytes);
  const served = measureMedia(meters, () => cache.bytes);
  const disk = openDisk();
  const source = isLocal(store) ? "disk" : "store";
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
        served({ source }, body?.length ?? 0);
        return body;
      })
      .finally(() => pending.delete(key));
    pending.set(key, started);
    return started;
  }

  const read = (key: string) => once(key, () => store.read(key));
  return {
    read,
    readGzipped: (key) =>
      once(`${key}.gz`, async () => {
        const body = await store.read(key);
        return body && gz(body);
      }),
    async open(key) {
      const path = cacheBytes === 0 ? store.localPath(key) : null;
      if (path !== null) {
        const opened = await disk.open(path);
        served({ source: "disk" }, opened?.body.length ?? 0);
        return opened;
      }
      const body = await read(key);
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
    labels: { source: new Set(["memory", "disk", "store"]) },
  });
}

function isLocal(store: MediaStore): boolean {
  return store.localPath("assets/any") !== null;
}

/** Cached files need no release. */
function releaseNothing(): void {
  return;
}
