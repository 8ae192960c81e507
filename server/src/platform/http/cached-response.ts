import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import { isDatabaseUnavailable } from "#platform/db/errors";
import { type Coding, negotiateCoding } from "./accept-encoding.ts";

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** A response body ready to send, the same for everyone: serialised once, compressed when first requested. */
export interface CachedResponse {
  body: Buffer;
  /** Strong validator (RFC 9110, 8.8.3). */
  etag: string;
  type: string;
  encoded: Map<Coding, Buffer | Promise<Buffer>>;
  /** Whether it is sent once and then discarded, so that compressing it well does not pay. */
  isTransient?: boolean;
  /** What it was made of, where one viewer's own answer is made from the same. */
  source?: unknown;
  /** Whether its domain counts every time it is sent. */
  isCounted?: boolean;
}

/** Creates a response from a text. */
export function cachedResponseOf(text: string | Buffer, type: string): CachedResponse {
  const body = typeof text === "string" ? Buffer.from(text) : text;
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return { body, etag, type, encoded: new Map() };
}

/** Chooses the best coding that the client accepts and that pays off; small bodies are sent uncompressed. */
export function chooseEncoding(accept: string | undefined, length: number): Coding | null {
  return accept && length >= 800 ? negotiateCoding(accept) : null;
}

/** Up to this size a body that is sent once is compressed synchronously, because handing it to another thread costs more. */
const SMALL_BYTES = 64 * 1024;

/** Brotli's quality for a body that is sent once: a sixth of the time of 4, for a tenth more bytes. */
export const TRANSIENT_QUALITY = 1;

/**
 * Encodes a body. `quality` is brotli's: {@link TRANSIENT_QUALITY} for a response that is sent once, 7 for a cached one. The
 * window is not larger than the body, because setting up a large one takes many times as long as compressing a small answer.
 */
export async function encodeBody(body: Buffer, encoding: Coding, quality: number): Promise<Buffer> {
  const small = body.length <= SMALL_BYTES && quality < CACHED_QUALITY;
  const window = Math.min(22, Math.max(10, Math.ceil(Math.log2(body.length + 16))));
  if (encoding === "gzip") {
    const options = { windowBits: Math.min(15, window) };
    return small ? gzipSync(body, { ...options, memLevel: 7 }) : gz(body, options);
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: window,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return small ? brotliCompressSync(body, { params }) : brotli(body, { params });
}

/** Brotli's quality for cached responses: from 8 on it takes many times as long and saves almost nothing. */
const CACHED_QUALITY = 7;

/**
 * A document's body in an encoding, kept with the document; compressed once, also when many ask at the same time. One that is
 * kept comes without a promise.
 */
export function encodedResponse(response: CachedResponse, encoding: Coding): Buffer | Promise<Buffer> {
  if (response.isTransient) return encodeBody(response.body, encoding, TRANSIENT_QUALITY);
  const known = response.encoded.get(encoding);
  if (known) return known;
  const making = encodeBody(response.body, encoding, CACHED_QUALITY).then((made) => {
    response.encoded.set(encoding, made);
    return made;
  });
  response.encoded.set(encoding, making);
  return making;
}

/** A response is stored when its key is asked for again within this time. */
const ASKED_AGAIN_MS = 30_000;

/** Responses stored by key until the data that they show changes. */
export interface ResponseCache {
  /** Returns the response of this key, a stored one without a promise; it is built once, also for concurrent requests. */
  get<T extends CachedResponse>(key: string, build: () => Promise<T>): T | Promise<T>;
  /** The same, but stores a response only when its key is asked for a second time within half a minute. */
  getOnDemand<T extends CachedResponse>(key: string, build: () => Promise<T>): T | Promise<T>;
  /** Responses answered from memory, and built, since the start. */
  counts(): { hits: number; misses: number };
  /** Forgets those whose key it is; a build under way is handed out but not kept. */
  forget(matches: (key: string) => boolean): void;
  /** Invalidates all of them in the same way. */
  clear(): void;
}

/**
 * The limits of the cache. A body counts twice, because of its compressed forms. Its source counts as much again, and once
 * more for the texts that one viewer's answer is spliced from.
 */
export interface ResponseCacheLimits {
  count: number;
  bytes: number;
}

/** So long an outdated response replaces one that cannot be made because the database is away: longer than a failover. */
const OUTDATED_MS = 2 * 60_000;
/** So long after a failure no further response is tried: each would wait for a connection. */
const AWAY_MS = 1_000;

/**
 * Opens a cache of responses; the least recently used are evicted first. An outdated one is sent only while the database is away, so
 * that a change just before a failover does not take public pages down with it.
 */
export function openResponseCache(limits: ResponseCacheLimits): ResponseCache {
  const cached = new LRUCache<string, CachedResponse>({
    max: limits.count,
    maxSize: limits.bytes,
    sizeCalculation: weightOf,
  });
  const asked = new LRUCache<string, true>({ max: limits.count, ttl: ASKED_AGAIN_MS });
  /** When a stored response ceased to be the newest. */
  const outdated = new WeakMap<CachedResponse, number>();
  let awayUntil = Number.NEGATIVE_INFINITY;
  let building = new Map<string, Promise<CachedResponse>>();
  let hits = 0;
  let misses = 0;

  function read<T extends CachedResponse>(
    key: string,
    build: () => Promise<T>,
    isStored: () => boolean,
  ): T | Promise<T> {
    // A key always names what the same build makes.
    const stored = cached.get(key) as T | undefined;
    const old = stored && outdated.has(stored) ? stored : undefined;
    const known = (old ? undefined : stored) ?? (building.get(key) as Promise<T> | undefined);
    if (known) {
      hits += 1;
      return known;
    }
    if (old && performance.now() < awayUntil && isRecent(old)) return old;
    misses += 1;
    const made = build()
      .then((response) => {
        if (!isStored() && !old) return { ...response, isTransient: true };
        if (building.get(key) === made) cached.set(key, response);
        return response;
      })
      .catch((error: unknown) => {
        if (!old || !isRecent(old) || !isDatabaseUnavailable(error)) throw error;
        awayUntil = performance.now() + AWAY_MS;
        return old;
      })
      .finally(() => {
        if (building.get(key) === made) building.delete(key);
      });
    building.set(key, made);
    return made;
  }

  function isRecent(old: CachedResponse): boolean {
    return performance.now() - (outdated.get(old) ?? 0) < OUTDATED_MS;
  }
  function outdate(response: CachedResponse): void {
    if (!outdated.has(response)) outdated.set(response, performance.now());
  }

  return {
    get: (key, build) => read(key, build, () => true),
    getOnDemand(key, build) {
      const isStored = asked.has(key);
      if (!isStored) asked.set(key, true);
      return read(key, build, () => isStored);
    },
    counts: () => ({ hits, misses }),
    forget(matches) {
      for (const [key, response] of cached.entries()) if (matches(key)) outdate(response);
      for (const key of building.keys()) if (matches(key)) building.delete(key);
    },
    clear() {
      for (const response of cached.values()) outdate(response);
      building = new Map();
    },
  };
}

/** Continues with what a cache returned, without a promise if it was stored. */
export function whenMade<T extends object, R>(
  stored: T | Promise<T>,
  use: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return stored instanceof Promise ? stored.then(use) : use(stored);
}

/** Returns a size above 0, because the library accepts no size of 0. */
function weightOf(response: CachedResponse): number {
  return Math.max(1, response.body.length * (response.source === undefined ? 2 : 5));
}
