import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Startup } from "@cliffhanger/contract";
import { MULTIVARIANT, renditionFilesOf } from "#media";
import { StoreUnavailableError } from "#platform/store/breaker";
import type { MediaFiles } from "./files.ts";

/** Returns the startup bundle of an asset; null if its files are missing or not there in time. */
export type Startups = (assetId: string) => Promise<Startup | null>;

// Number of startup bundles cached, at about 3 KB per rendition.
const CACHE_SIZE = 256;
/** How long a page waits for it. Without it the player asks for the files itself. */
const WAIT_MS = 1_000;

/**
 * Opens a cache of startup bundles: an asset's playlists and init segments, sent with the episode's media URL. This
 * saves the player several sequential requests. An asset's files never change.
 */
export function openStartups(files: MediaFiles): Startups {
  const cached = new Map<string, Startup>();
  function keep(assetId: string, startup: Startup): Startup {
    cached.delete(assetId);
    cached.set(assetId, startup);
    for (const oldest of cached.keys()) {
      if (cached.size <= CACHE_SIZE) break;
      cached.delete(oldest);
    }
    return startup;
  }
  async function load(assetId: string): Promise<Startup | null> {
    try {
      const startup = await readStartup(files, (file) => `assets/${assetId}/${file}`);
      return startup && keep(assetId, startup);
    } catch (error) {
      // A series can be opened while its bucket is away: only its films cannot be played.
      if (error instanceof StoreUnavailableError) return null;
      throw error;
    }
  }
  return async (assetId) => {
    const found = cached.get(assetId);
    if (found) return keep(assetId, found);
    const waiting = new AbortController();
    const late = pause(WAIT_MS, null, { signal: waiting.signal, ref: false }).catch(() => null);
    const startup = await Promise.race([load(assetId), late]);
    waiting.abort();
    return startup;
  };
}

async function readStartup(files: MediaFiles, keyOf: (file: string) => string): Promise<Startup | null> {
  const multivariant = await files.read(keyOf(MULTIVARIANT));
  if (!multivariant) return null;
  const text = multivariant.toString();
  const names = text
    .split("\n")
    .filter((textLine) => textLine.endsWith(".m3u8") && !textLine.startsWith("#"));
  const startup: Startup = { playlists: { [MULTIVARIANT]: text }, inits: {} };
  for (const playlist of names) {
    const { init } = renditionFilesOf(basename(playlist));
    const [mediaPlaylist, initSegment] = await Promise.all([
      files.read(keyOf(playlist)),
      files.read(keyOf(init)),
    ]);
    if (!mediaPlaylist || !initSegment) return null;
    startup.playlists[playlist] = mediaPlaylist.toString();
    startup.inits[init] = initSegment.toString("base64");
  }
  return startup;
}
