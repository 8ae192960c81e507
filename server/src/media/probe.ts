import { stat } from "node:fs/promises";
import type { Say } from "#platform/said";
import { nameOf } from "#platform/terminal";
import { KilledError, MediaError, type MediaTools } from "./confine.ts";
import type { Geometry } from "./ladder.ts";
import { measureLength } from "./length.ts";
import { isEncrypted, isMp4 } from "./protection.ts";
import { readStreams, type Stream } from "./streams.ts";
import { chooseTracks, type SubtitleTrack, type Tracks } from "./tracks.ts";

/** The properties of a source file that the encoder needs. */
export interface Probe extends Geometry {
  /** Seconds of video. */
  duration: number;
  /** The constant frame rate to encode at, in ffmpeg's notation: `30000/1001`. */
  rate: string;
  /** Index of the video stream in the file. A cover picture does not count. */
  videoStream: number;
  videoCodec: string;
  interlaced: boolean;
  /** Whether the source uses one of the two HDR transfer curves. */
  hdr: boolean;
  /** The colour matrix named by the file, or the one its size suggests. */
  matrix: "auto" | "bt709" | "bt601";
  /** Whether the file names both primaries and matrix. */
  isColourTagged: boolean;
  audio: { stream: number; codec: string; channels: number } | null;
  /** Embedded text subtitles. */
  subtitles: SubtitleTrack[];
  /** Sentences about tracks that are left out of the episode. */
  leftOut: string[];
}

/** Options of `probe`. `name` is the name of the file in messages, if it differs. */
export interface ProbeOptions {
  name?: string | undefined;
  signal?: AbortSignal | undefined;
}

const NATURAL = ["24000/1001", "24", "25", "30000/1001", "30", "48", "50", "60000/1001", "60"];
const HDR_CURVES = new Set(["smpte2084", "arib-std-b67"]);
const INTERLACED = new Set(["tt", "bb", "tb", "bt"]);
/** Containers that ffmpeg knows and that we do not allow. */
const UNSUPPORTED_CONTAINERS = new Set([
  "asf",
  "ogg",
  "rm",
  "gxf",
  "nut",
  "ivf",
  "swf",
  "wtv",
  "dv",
  "y4m",
  "yuv4mpegpipe",
]);
const MAX_FRAME_SECONDS = 4 * 3600;
const SMALLEST_EDGE = 16;

/**
 * Reads the properties of an untrusted source file.
 * @throws MediaError naming the file and what is wrong with it; KilledError where that is not known
 */
export async function probe(
  tools: MediaTools,
  path: string,
  { name = nameOf(path), signal }: ProbeOptions = {},
): Promise<Probe> {
  const { size } = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT") throw cause;
    throw new MediaError((t) => t("mediaFault.away", { name }), { cause });
  });
  if (size === 0) throw new MediaError((t) => t("mediaFault.empty", { name }));
  const found = await readStreams(tools, path, signal).catch(async (error: unknown) => {
    signal?.throwIfAborted();
    if (error instanceof KilledError) throw error;
    const complaint = error instanceof Error ? String(error.cause) : "";
    throw new MediaError(unreadable(name, complaint, await isMp4(path)), { cause: error });
  });
  if (await isEncrypted(path, found)) throw new MediaError((t) => t("mediaFault.encrypted", { name }));
  const tracks = chooseTracks(name, found.streams);
  const duration =
    seconds(tracks.video) || found.seconds || (await measureLength(tools, path, tracks.video.index, signal));
  return describe(name, tracks, duration);
}

/** Explains to the operator why ffprobe rejected a file. */
function unreadable(name: string, complaint: string, hasBoxes: boolean): Say {
  const format = /^\[(\w+)[^\]]*\] Format not on whitelist/m.exec(complaint)?.[1];
  if (hasBoxes && complaint.includes("moov atom not found")) return (t) => t("mediaFault.cutOff", { name });
  if (complaint.includes("Permission denied")) return (t) => t("mediaFault.denied", { name });
  // Text, playlists and pictures also have format names, which would not help the operator.
  if (format && UNSUPPORTED_CONTAINERS.has(format)) return (t) => t("mediaFault.container", { name, format });
  return (t) => t("mediaFault.notVideo", { name });
}

function describe(name: string, { video, audio, subtitles, leftOut }: Tracks, duration: number): Probe {
  if (!video.width || !video.height) throw new MediaError((t) => t("mediaFault.noKeyFrame", { name }));
  if (!(duration >= 0.1)) throw new MediaError((t) => t("mediaFault.noLength", { name }));
  if (duration > MAX_FRAME_SECONDS)
    throw new MediaError((t) => t("mediaFault.tooLong", { name, hours: MAX_FRAME_SECONDS / 3600 }));
  const size = displayed(video);
  if (Math.min(size.width, size.height) < SMALLEST_EDGE) {
    throw new MediaError((t) => t("mediaFault.tooSmall", { name, ...size }));
  }
  const rate = naturalRate(video.r_frame_rate, video.avg_frame_rate);
  return {
    ...size,
    duration,
    rate,
    fps: fraction(rate),
    videoStream: video.index,
    videoCodec: video.codec_name ?? "",
    interlaced: INTERLACED.has(video.field_order ?? ""),
    hdr: HDR_CURVES.has(video.color_transfer ?? ""),
    matrix: isNamed(video.color_space) ? "auto" : assumedMatrix(size),
    isColourTagged: isNamed(video.color_space) && isNamed(video.color_primaries),
    audio: audio && {
      stream: audio.index,
      codec: audio.codec_name ?? "",
      channels: audio.channels ?? 2,
    },
    subtitles,
    leftOut,
  };
}

function isNamed(value: string | undefined): boolean {
  return value !== undefined && value !== "unknown";
}

/** Untagged video of HD size or larger is BT.709, as every player assumes. */
function assumedMatrix(size: { width: number; height: number }): "bt709" | "bt601" {
  return Math.max(size.width, size.height) >= 1280 || Math.min(size.width, size.height) > 576
    ? "bt709"
    : "bt601";
}

function displayed(video: Stream): { width: number; height: number } {
  const pixel = fraction((video.sample_aspect_ratio ?? "1:1").replace(":", "/")) || 1;
  const width = Math.round((video.width ?? 0) * pixel);
  const height = video.height ?? 0;
  const rotation =
    Math.abs(video.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0) % 180;
  return rotation === 90 ? { width: height, height: width } : { width, height };
}

/**
 * Returns the frame rate to encode at: the source's own if it is constant, otherwise the nearest standard one, and at
 * most 60.
 * @param base the container's tick rate as a fraction; `average` is the measured frame rate
 */
export function naturalRate(base: string | undefined, average: string | undefined): string {
  const ticks = fraction(base);
  const mean = fraction(average) || ticks;
  if (!mean) return "25";
  if (ticks === mean && base && mean <= 60) return base.replace(/\/1$/, "");
  if (mean > 60) return halved(average ?? base ?? "60");
  return NATURAL.reduce((best, rate) =>
    Math.abs(fraction(rate) - mean) < Math.abs(fraction(best) - mean) ? rate : best,
  );
}

/** Keeps every second (fourth, …) frame of a fast source, so that its motion stays even. */
function halved(rate: string): string {
  let divisor = 1;
  while (fraction(rate) / divisor > 60.01) divisor *= 2;
  return naturalRate(undefined, String(fraction(rate) / divisor));
}

function fraction(text: string | undefined): number {
  const [above = "0", below = "1"] = (text ?? "0").split("/");
  const value = Number(above) / Number(below);
  return Number.isFinite(value) ? value : 0;
}

/** Matroska stores a stream's duration in a tag of the form 00:01:02.500000000. */
function seconds(stream: Stream): number {
  const own = Number(stream.duration ?? 0);
  if (own > 0) return own;
  const [hours = 0, minutes = 0, rest = 0] = (stream.tags?.["DURATION"] ?? "").split(":").map(Number);
  return hours * 3600 + minutes * 60 + rest || 0;
}
