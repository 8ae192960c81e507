/** Files kept in memory, bounded in bytes; the longest unused goes first. */
export interface SegmentCache {
  get(key: string): Buffer | undefined;
  put(key: string, body: Buffer): void;
  /** Bytes held now. */
  readonly bytes: number;
}

/** Opens a cache of at most `maxBytes`. A file of more than an eighth of it is not kept, so that one cannot sweep all others out. */
export function openSegmentCache(maxBytes: number): SegmentCache {
  const kept = new Map<string, Buffer>();
  let bytes = 0;
  return {
    get(key) {
      const body = kept.get(key);
      if (!body) return undefined;
      kept.delete(key);
      kept.set(key, body);
      return body;
    },
    put(key, body) {
      if (body.length > maxBytes / 8 || kept.has(key)) return;
      kept.set(key, body);
      bytes += body.length;
      for (const [oldest, old] of kept) {
        if (bytes <= maxBytes) break;
        kept.delete(oldest);
        bytes -= old.length;
      }
    },
    get bytes() {
      return bytes;
    },
  };
}
