import { LRUCache } from "lru-cache";

/** A file larger than this share of the cache is not cached: it would evict too many others. */
const MAX_FILE_SHARE = 1 / 8;

/** Files in memory, bounded in bytes; the least recently used is evicted first. */
export interface SegmentCache {
  get(key: string): Buffer | undefined;
  put(key: string, body: Buffer): void;
  /** Bytes in the cache. */
  readonly bytes: number;
}

/** Opens a cache of at most `maxBytes`. It caches nothing if that is too small for any file. */
export function openSegmentCache(maxBytes: number): SegmentCache {
  const maxEntrySize = Math.floor(maxBytes * MAX_FILE_SHARE);
  if (maxEntrySize < 1) return { get: () => undefined, put: () => undefined, bytes: 0 };
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    maxEntrySize,
    // The library does not accept a size of 0.
    sizeCalculation: (body) => Math.max(1, body.length),
  });
  return {
    get: (key) => cache.get(key),
    put: (key, body) => void cache.set(key, body),
    get bytes() {
      return cache.calculatedSize;
    },
  };
}
