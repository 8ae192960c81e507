import type { Startup } from "@cliffhanger/contract";
import { bandwidthStore } from "./bandwidth-store.ts";
import { withoutGrant } from "./media-address.ts";
import { type ListedRendition, startRendition } from "./start-quality.ts";

/** A segment that is loading, requested before a player existed for it. */
export interface PendingSegment {
  body: Promise<ArrayBuffer>;
  /** In ms since the page's time origin: the request, the first byte and the last byte; 0 while pending. */
  times: { start: number; first: number; end: number };
  bytes: { loaded: number; total: number };
  cancel(): void;
}

/** What is known of an episode that is about to play. */
export interface UpcomingEpisode {
  hls: string;
  startup: Startup | null;
  /** Where it starts, in seconds. */
  at: number;
}

interface MultivariantEntry extends ListedRendition {
  playlist: string;
}

let waiting: { name: string; file: PendingSegment } | null = null;

/**
 * Requests the first segment of an episode while the screen and the player are still being built and the network is
 * idle. One at a time; the engine takes it instead of requesting the same one.
 */
export function prefetchFirstSegment(upcoming: UpcomingEpisode, saver: boolean): void {
  const url = firstSegment(upcoming, saver);
  if (!url || waiting?.name === withoutGrant(url)) return;
  waiting?.file.cancel();
  waiting = { name: withoutGrant(url), file: fetchSegment(url) };
}

/** Returns the pending segment of that address, once. */
export function takePrefetchedSegment(url: string): PendingSegment | null {
  if (waiting?.name !== withoutGrant(url)) return null;
  const { file } = waiting;
  waiting = null;
  return file;
}

/** Returns the address of the episode's first segment at this bandwidth; null where it cannot be determined. */
export function firstSegment({ hls, startup, at }: UpcomingEpisode, saver: boolean): string | null {
  const base = hls.slice(0, hls.lastIndexOf("/") + 1);
  const renditions = readRenditions(startup?.playlists[hls.slice(base.length)] ?? "");
  const conditions = { last: bandwidthStore.quality(), bandwidth: bandwidthStore.bandwidth(), saver };
  const rendition = startRendition(renditions, conditions);
  const file = segmentAt(startup?.playlists[rendition?.playlist ?? ""] ?? "", at);
  return file && base + file;
}

function readRenditions(multivariant: string): MultivariantEntry[] {
  return [...multivariant.matchAll(/^#EXT-X-STREAM-INF:(.*)\n(\S+)/gm)].map(
    ([, attributes = "", playlist = ""]) => {
      const [, width = 0, height = 0] = /RESOLUTION=(\d+)x(\d+)/.exec(attributes) ?? [];
      const [, bandwidth = 0] = /(?:^|,)BANDWIDTH=(\d+)/.exec(attributes) ?? [];
      return { playlist, quality: Math.min(Number(width), Number(height)), bandwidth: Number(bandwidth) };
    },
  );
}

function segmentAt(playlist: string, at: number): string | null {
  let end = 0;
  let last: string | null = null;
  for (const [, duration = "0", file = ""] of playlist.matchAll(/^#EXTINF:([\d.]+),.*\n(\S+)/gm)) {
    end += Number(duration);
    last = file;
    if (at < end) break;
  }
  return last;
}

function fetchSegment(url: string): PendingSegment {
  const control = new AbortController();
  const file = {
    times: { start: performance.now(), first: 0, end: 0 },
    bytes: { loaded: 0, total: 0 },
  };
  const body = readAll(url, control.signal, file);
  // The engine handles the rejection; an unused prefetch may fail silently.
  body.catch(() => undefined);
  return { ...file, body, cancel: () => control.abort() };
}

async function readAll(
  url: string,
  signal: AbortSignal,
  { times, bytes }: Pick<PendingSegment, "times" | "bytes">,
): Promise<ArrayBuffer> {
  const response = await fetch(url, { signal, priority: "high" });
  if (!response.ok || !response.body) throw new Error(`The segment was answered with ${response.status}.`);
  bytes.total = Number(response.headers.get("content-length"));
  const parts: BlobPart[] = [];
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    times.first ||= performance.now();
    if (done) break;
    parts.push(value);
    bytes.loaded += value.length;
  }
  times.end = performance.now();
  bytes.total = bytes.loaded;
  return new Blob(parts).arrayBuffer();
}
