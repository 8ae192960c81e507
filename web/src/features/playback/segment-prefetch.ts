import type { Startup } from "@cliffhanger/contract";
import { lineMemory } from "./bandwidth-store.ts";
import { withoutGrant } from "./media-address.ts";
import { type Rung, startRung } from "./start-quality.ts";

/** A segment on its way, asked for before there was anything to play it. */
export interface UnderWay {
  body: Promise<ArrayBuffer>;
  /** In ms of the page: when it was asked for, its first and its last byte; 0 for what has not been yet. */
  times: { start: number; first: number; end: number };
  bytes: { loaded: number; total: number };
  cancel(): void;
}

/** What is known of an episode that is about to play. */
export interface Coming {
  hls: string;
  startup: Startup | null;
  /** Where it begins, in seconds. */
  at: number;
}

interface Listed extends Rung {
  playlist: string;
}

let waiting: { name: string; file: UnderWay } | null = null;

/**
 * Asks for the segment that an episode begins with, while the screen and the player are still being built: the line has
 * nothing better to do. One at a time; the engine takes it over when it would ask for the same.
 */
export function startRunway(coming: Coming, saver: boolean): void {
  const url = firstSegment(coming, saver);
  if (!url || waiting?.name === withoutGrant(url)) return;
  waiting?.file.cancel();
  waiting = { name: withoutGrant(url), file: fetchSegment(url) };
}

/** The segment of that address where it is on its way; it is handed out once. */
export function takeRunway(url: string): UnderWay | null {
  if (waiting?.name !== withoutGrant(url)) return null;
  const { file } = waiting;
  waiting = null;
  return file;
}

/** The address of the segment that an episode begins with on this line; null where that cannot be told. */
export function firstSegment({ hls, startup, at }: Coming, saver: boolean): string | null {
  const base = hls.slice(0, hls.lastIndexOf("/") + 1);
  const rungs = readRungs(startup?.playlists[hls.slice(base.length)] ?? "");
  const known = { last: lineMemory.quality(), line: lineMemory.bandwidth(), saver };
  const rung = startRung(rungs, known);
  const file = segmentAt(startup?.playlists[rung?.playlist ?? ""] ?? "", at);
  return file && base + file;
}

function readRungs(multivariant: string): Listed[] {
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

function fetchSegment(url: string): UnderWay {
  const control = new AbortController();
  const file = {
    times: { start: performance.now(), first: 0, end: 0 },
    bytes: { loaded: 0, total: 0 },
  };
  const body = readAll(url, control.signal, file);
  // Whoever takes it hears of it; where nobody does, it never mattered.
  body.catch(() => undefined);
  return { ...file, body, cancel: () => control.abort() };
}

async function readAll(
  url: string,
  signal: AbortSignal,
  { times, bytes }: Pick<UnderWay, "times" | "bytes">,
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
