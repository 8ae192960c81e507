import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readTracks } from "./boxes.ts";
import type { RenditionSpec } from "./ladder.ts";
import { IFRAMES, MULTIVARIANT, renditionFiles, streamFiles } from "./names.ts";

/** A segment of a playlist: `duration` in seconds, `bytes` on disk. */
export interface Segment {
  file: string;
  duration: number;
  bytes: number;
}

/** One encoded rendition, measured. Rates in bit/s, audio included. */
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

/** The I-frame rendition for trick play, as the multivariant playlist describes it. */
export type IFrames = Pick<Rendition, "width" | "height" | "codecs" | "bandwidth" | "averageBandwidth">;

/**
 * The rendition that players start with (decision 0003). A smaller one starts 30 ms sooner and then stalls on a slow
 * network.
 */
const FIRST_LABEL = 540;

/**
 * Replaces the encoder's playlists in `folder` by ours, with rates measured from the segments and codecs read from
 * the init segments.
 * @returns the renditions, largest first, the real duration of the video in seconds, and the bytes of all segments
 */
export async function writePlaylists(
  folder: string,
  specs: readonly RenditionSpec[],
  frameRate: number,
): Promise<{ renditions: Rendition[]; duration: number; bytes: number }> {
  const renditions: Rendition[] = [];
  let duration = 0;
  for (const spec of specs) {
    const files = renditionFiles(spec.label);
    const path = join(folder, files.playlist);
    const segments = await measure(folder, parseSegments(await readFile(path, "utf8")));
    await writeFile(path, mediaPlaylist(files.init, segments));
    duration = segments.reduce((sum, segment) => sum + segment.duration, 0);
    const tracks = readTracks(await readFile(join(folder, files.init)));
    const video = tracks.find((track) => track.kind === "video");
    renditions.push({
      label: spec.label,
      width: video?.width ?? spec.width,
      height: video?.height ?? spec.height,
      frameRate: Math.round(frameRate * 1000) / 1000,
      codecs: tracks.map((track) => track.codec),
      ...rates(segments),
      bytes: segments.reduce((sum, segment) => sum + segment.bytes, 0),
      segments: segments.length,
    });
  }
  const iframes = await writeIFrames(folder, duration);
  await writeFile(join(folder, MULTIVARIANT), multivariantPlaylist(renditions, iframes));
  return {
    renditions,
    duration: Math.round(duration * 1000) / 1000,
    bytes: renditions.reduce((sum, rendition) => sum + rendition.bytes, iframes.bytes),
  };
}

/** Each key frame lasts until the next one, and the last until the video ends. */
async function writeIFrames(folder: string, duration: number): Promise<IFrames & { bytes: number }> {
  const files = streamFiles(IFRAMES);
  const path = join(folder, files.playlist);
  const list = parseSegments(await readFile(path, "utf8"));
  const before = list.slice(0, -1).reduce((sum, segment) => sum + segment.duration, 0);
  const last = list.at(-1);
  if (last) last.duration = Math.max(0.001, duration - before);
  const segments = await measure(folder, list);
  await writeFile(path, mediaPlaylist(files.init, segments, ["#EXT-X-I-FRAMES-ONLY"]));
  const tracks = readTracks(await readFile(join(folder, files.init)));
  return {
    width: tracks[0]?.width ?? 0,
    height: tracks[0]?.height ?? 0,
    codecs: tracks.map((track) => track.codec),
    ...rates(segments),
    bytes: segments.reduce((sum, segment) => sum + segment.bytes, 0),
  };
}

/** Reads the file and duration of each segment of a media playlist. */
export function parseSegments(playlist: string): { file: string; duration: number }[] {
  const found: { file: string; duration: number }[] = [];
  let duration = 0;
  for (const textLine of playlist.split(/\r?\n/)) {
    if (textLine.startsWith("#EXTINF:")) duration = Number.parseFloat(textLine.slice("#EXTINF:".length));
    else if (textLine && !textLine.startsWith("#")) found.push({ file: textLine, duration });
  }
  return found;
}

/** A stream of a multivariant playlist: its URI, and its attributes without quotation marks. */
export interface Stream {
  uri: string;
  attributes: Map<string, string>;
}

/** Reads the streams of a multivariant playlist, or its I-frame streams. */
export function parseStreams(playlist: string, kind: "stream" | "iframes" = "stream"): Stream[] {
  const tag = kind === "stream" ? "#EXT-X-STREAM-INF:" : "#EXT-X-I-FRAME-STREAM-INF:";
  const lines = playlist.split(/\r?\n/);
  return lines.flatMap((textLine, index) => {
    if (!textLine.startsWith(tag)) return [];
    const parts = textLine.slice(tag.length).matchAll(/([A-Z-]+)=(?:"([^"]*)"|([^,]*))/g);
    const attributes = new Map([...parts].map(([, key = "", quoted, plain]) => [key, quoted ?? plain ?? ""]));
    return [{ uri: attributes.get("URI") ?? lines[index + 1] ?? "", attributes }];
  });
}

async function measure(folder: string, list: { file: string; duration: number }[]): Promise<Segment[]> {
  return Promise.all(
    list.map(async (segment) => ({ ...segment, bytes: (await stat(join(folder, segment.file))).size })),
  );
}

/**
 * Computes peak and average bit rates as defined by RFC 8216 4.3.4.2. The peak is the highest rate of any contiguous
 * segments that last between half and one and a half times the target duration.
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

/** Returns the EXT-X-TARGETDURATION in whole seconds. */
export function targetDuration(segments: readonly { duration: number }[]): number {
  return Math.max(1, ...segments.map((segment) => Math.round(segment.duration)));
}

/** Writes the complete media playlist of one rendition; `tags` are additional tags for the whole playlist. */
export function mediaPlaylist(
  init: string,
  segments: readonly { file: string; duration: number }[],
  tags: readonly string[] = [],
): string {
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${targetDuration(segments)}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    ...tags,
    `#EXT-X-MAP:URI="${init}"`,
    ...segments.flatMap((segment) => [`#EXTINF:${segment.duration.toFixed(6)},`, segment.file]),
    "#EXT-X-ENDLIST",
  ];
  return `${lines.join("\n")}\n`;
}

/** Writes the multivariant playlist in the order of `listed`. */
export function multivariantPlaylist(
  renditions: readonly Rendition[],
  iframes: IFrames | null = null,
): string {
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
  if (iframes) {
    const attributes = [
      `BANDWIDTH=${iframes.bandwidth}`,
      `AVERAGE-BANDWIDTH=${iframes.averageBandwidth}`,
      `CODECS="${iframes.codecs.join(",")}"`,
      `RESOLUTION=${iframes.width}x${iframes.height}`,
      `URI="${streamFiles(IFRAMES).playlist}"`,
    ];
    lines.push(`#EXT-X-I-FRAME-STREAM-INF:${attributes.join(",")}`);
  }
  return `${lines.join("\n")}\n`;
}

/**
 * Sorts renditions for the multivariant playlist. Players start with the first one: 540, otherwise the largest below
 * it, otherwise the smallest. The rest follow, largest first.
 */
export function listed<T extends { label: number }>(renditions: readonly T[]): T[] {
  const sorted = renditions.toSorted((a, b) => b.label - a.label);
  const first = sorted.find((rendition) => rendition.label <= FIRST_LABEL) ?? sorted.at(-1);
  return first ? [first, ...sorted.filter((rendition) => rendition !== first)] : [];
}
