import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type Meters, noMeters, plain } from "#platform/meters";
import type { MediaStore } from "#platform/storage";
import { type OpenFile, openDisk } from "./disk.ts";
import type { DiskCache } from "./disk-cache.ts";
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

type Source = "memory" | "disk" | "store";

/**
 * Opens the reader with at most `cacheBytes` of memory, before copies on the disk if there are any. Concurrent requests for an
 * uncached file read it once.
 */
export function openMediaFiles(
  store: MediaStore,
  cacheBytes: number,
  meters: Meters = noMeters,
  copies: DiskCache | null = null,
): MediaFiles {
  const cache = openSegmentCache(cacheBytes);
  const served = measureMedia(meters, () => cache.bytes);
  const disk = openDisk();
  const source: Source = isLocal(store) ? "disk" : "store";
  const pending = new Map<string, Promise<Buffer | null>>();

  async function load(key: string): Promise<{ body: Buffer | null; source: Source }> {
    // Playlists are small, and asked for with each start of an episode.
    if (copies === null || key.endsWith(".m3u8")) return { body: await store.read(key), source };
    const kept = await copies.get(key);
    if (kept) return { body: kept, source: "disk" };
    const body = await store.read(key);
    if (body) copies.put(key, body);
    return { body, source };
  }

  function once(key: string, find: () => ReturnType<typeof load>): Promise<Buffer | null> {
    const cached = cache.get(key);
    if (cached) {
      served({ source: "memory" }, cached.length);
      return Promise.resolve(cached);
    }
    const running = pending.get(key);
    if (running) return running;
    const started = find()
      .then(({ body, source: from }) => {
        if (body) cache.put(key, body);
        served({ source: from }, body?.length ?? 0);
        return body;
      })
      .finally(() => pending.delete(key));
    pending.set(key, started);
    return started;
  }

  const read = (key: string) => once(key, () => load(key));
  return {
    read,
    readGzipped: (key) =>
      once(`${key}.gz`, async () => {
        const { body, source: from } = await load(key);
        return { body: body && (await gz(body)), source: from };
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
