import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readTracks } from "./boxes.ts";
import type { Rung } from "./ladder.ts";
import { MULTIVARIANT, renditionFiles } from "./names.ts";

/** A segment as a playlist names it; `duration` in seconds, `bytes` as they lie on the disk. */
export interface Segment {
  file: string;
  duration: number;
  bytes: number;
}

/** One encoded quality, measured. Rates in bit/s, sound included. */
export interface Rendition {
  label: number;
  width: number;
  height: number;
  frameRate: number;
  codecs: string[];
  bandwidth: number;
  averageBandwidth: number;
  bytes: number;
  segments: number;
}

/** Where a player begins, see decision 0003: 360 shows the first frame soonest and still looks like the series. */
const FIRST_RUNG = 360;

/**
 * Replaces the encoder's playlists in `folder` by ours, with rates measured from the segments and codecs
 * read from the init segments.
 * @returns the renditions, largest first
 */
export async function writePlaylists(folder: string, rungs: readonly Rung[], frameRate: number): Promise<Rendition[]> {
  const renditions: Rendition[] = [];
  for (const rung of rungs) {
    const files = renditionFiles(rung.label);
    const path = join(folder, files.playlist);
    const segments = await measure(folder, parseSegments(await readFile(path, "utf8")));
    await writeFile(path, mediaPlaylist(files.init, segments));
    const tracks = readTracks(await readFile(join(folder, files.init)));
    const video = tracks.find((track) => track.kind === "video");
    renditions.push({
      label: rung.label,
      width: video?.width ?? rung.width,
      height: video?.height ?? rung.height,
      frameRate: Math.round(frameRate * 1000) / 1000,
      codecs: tracks.map((track) => track.codec),
      ...rates(segments),
      bytes: segments.reduce((sum, segment) => sum + segment.bytes, 0),
      segments: segments.length,
    });
  }
  await writeFile(join(folder, MULTIVARIANT), multivariantPlaylist(renditions));
  return renditions;
}

/** File and length of each segment of a media playlist. */
export function parseSegments(playlist: string): { file: string; duration: number }[] {
  const found: { file: string; duration: number }[] = [];
  let duration = 0;
  for (const line of playlist.split(/\r?\n/)) {
    if (line.startsWith("#EXTINF:")) duration = Number.parseFloat(line.slice("#EXTINF:".length));
    else if (line && !line.startsWith("#")) found.push({ file: line, duration });
  }
  return found;
}

async function measure(folder: string, list: { file: string; duration: number }[]): Promise<Segment[]> {
  return Promise.all(
    list.map(async (segment) => ({ ...segment, bytes: (await stat(join(folder, segment.file))).size })),
  );
}

/**
 * Peak and average as RFC 8216 4.3.4.2 defines them: the peak is the highest rate of any run of segments
 * that lasts between half the target duration and one and a half of it.
 */
export function rates(segments: readonly Pick<Segment, "duration" | "bytes">[]): {
  bandwidth: number;
  averageBandwidth: number;
} {
  const target = targetDuration(segments);
  let bits = 0;
  let seconds = 0;
  let peak = 0;
  for (const [first, segment] of segments.entries()) {
    bits += segment.bytes * 8;
    seconds += segment.duration;
    let [runBits, runSeconds] = [0, 0];
    for (let last = first; last < segments.length && runSeconds <= target * 1.5; last += 1) {
      runBits += (segments[last]?.bytes ?? 0) * 8;
      runSeconds += segments[last]?.duration ?? 0;
      const counts = runSeconds >= target / 2 && runSeconds <= target * 1.5;
      if (counts) peak = Math.max(peak, runBits / runSeconds);
    }
  }
  const averageBandwidth = seconds > 0 ? Math.ceil(bits / seconds) : 0;
  return { bandwidth: Math.max(Math.ceil(peak), averageBandwidth), averageBandwidth };
}

/** Whole seconds, as EXT-X-TARGETDURATION wants it. */
export function targetDuration(segments: readonly { duration: number }[]): number {
  return Math.max(1, ...segments.map((segment) => Math.round(segment.duration)));
}

/** A media playlist of one rendition, complete and unchanging. */
export function mediaPlaylist(init: string, segments: readonly { file: string; duration: number }[]): string {
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${targetDuration(segments)}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    `#EXT-X-MAP:URI="${init}"`,
    ...segments.flatMap((segment) => [`#EXTINF:${segment.duration.toFixed(6)},`, segment.file]),
    "#EXT-X-ENDLIST",
  ];
  return `${lines.join("\n")}\n`;
}

/** The multivariant playlist; see `listed` for the order. */
export function multivariantPlaylist(renditions: readonly Rendition[]): string {
  const lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"];
  for (const rendition of listed(renditions)) {
    const attributes = [
      `BANDWIDTH=${rendition.bandwidth}`,
      `AVERAGE-BANDWIDTH=${rendition.averageBandwidth}`,
      `CODECS="${rendition.codecs.join(",")}"`,
      `RESOLUTION=${rendition.width}x${rendition.height}`,
      `FRAME-RATE=${rendition.frameRate.toFixed(3)}`,
      "CLOSED-CAPTIONS=NONE",
    ];
    lines.push(`#EXT-X-STREAM-INF:${attributes.join(",")}`, renditionFiles(rendition.label).playlist);
  }
  return `${lines.join("\n")}\n`;
}

/**
 * Players begin with the variant listed first: the rung of 360, or the largest below it, or the smallest
 * there is; then the others, largest first.
 */
export function listed<T extends { label: number }>(renditions: readonly T[]): T[] {
  const sorted = renditions.toSorted((a, b) => b.label - a.label);
  const first = sorted.find((rendition) => rendition.label <= FIRST_RUNG) ?? sorted.at(-1);
  return first ? [first, ...sorted.filter((rendition) => rendition !== first)] : [];
}
