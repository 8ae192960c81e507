import { availableParallelism } from "node:os";
import { join } from "node:path";
import { KilledError, MediaError, type MediaTools, runMedia, UNTRUSTED_INPUT } from "./confine.ts";
import { DiskFullError, diskFullSentence, isDiskFull } from "./disk-full.ts";
import { iframeSize, type RenditionSpec } from "./ladder.ts";
import { SOUND } from "./loudness.ts";
import { IFRAMES, streamFiles } from "./names.ts";
import type { Probe } from "./probe.ts";
import { toneMap } from "./tone-map.ts";

/**
 * Start times of segments: each second listed in `opening`, then every `seconds`. Key frames occur at segment starts
 * only.
 */
export interface SegmentSchedule {
  opening: readonly number[];
  seconds: number;
}

/** Starts with two segments of 1 s for an early first frame, then 2 s. Decision 0003 holds the figures. */
export const SEGMENT_SCHEDULE: SegmentSchedule = { opening: [0, 1, 2], seconds: 2 };

/**
 * Progress of an encode: `percent` from 0 to 100, `speed` as a multiple of real time, `secondsLeft` null while
 * unknown.
 */
export interface EncodeProgress {
  percent: number;
  speed: number;
  secondsLeft: number | null;
}

/** One encode. `folder` must exist and be empty. */
export interface EncodeJob {
  source: string;
  /** Name of the source in messages. */
  name: string;
  folder: string;
  probe: Probe;
  specs: readonly RenditionSpec[];
  schedule?: SegmentSchedule;
  /** Filters that normalise the loudness; empty leaves it unchanged. */
  level?: readonly string[];
  /** Whether a web process runs on this machine, so that the encode leaves it a core. */
  besideWeb?: boolean;
  onProgress?: (progress: EncodeProgress) => void;
  signal?: AbortSignal;
}

/** Threads per rendition, at most. More would fill the memory of a large machine without a gain in speed. */
const MAX_THREADS = 12;
/** An encode below this speed counts as stuck. */
const MIN_SPEED = 1 / 60;

/**
 * Encodes all renditions in a single pass: fMP4 segments, init segments and ffmpeg's raw playlists.
 * @throws MediaError when the source is truncated, the disk is full or the time limit passes
 */
export async function encode(tools: MediaTools, job: EncodeJob): Promise<void> {
  const { onProgress, signal } = job;
  const onLine = onProgress && progressReader(job.probe.duration, onProgress);
  await runMedia(tools, "ffmpeg", encodeArguments(job), {
    reads: [job.source],
    writes: [job.folder],
    wallSeconds: 120 + job.probe.duration / MIN_SPEED,
    onLine: onLine ?? (() => undefined),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    if (error instanceof KilledError || isDiskFull(error)) throw error;
    const complaint = error instanceof MediaError ? String(error.cause) : "";
    if (/No space left on device|Disk quota exceeded/.test(complaint))
      throw new DiskFullError(diskFullSentence(job.name), { cause: error });
    const values = { name: job.name, why: (error as Error).message };
    throw new MediaError((t) => t("mediaFault.encode", values), { cause: error });
  });
}

/** Returns the arguments for `ffmpeg`. Every file name in them is ours or an absolute path after `file:`. */
export function encodeArguments(job: EncodeJob): string[] {
  const { source, folder, probe, specs, schedule = SEGMENT_SCHEDULE } = job;
  const names = streamFiles("%v");
  const streams = [
    ...specs.map((spec, index) => `v:${index},a:${index},name:v${spec.label}`),
    `v:${specs.length},name:${IFRAMES}`,
  ];
  return [
    ["-v", "error", "-nostdin", "-nostats", "-progress", "pipe:1", "-y"],
    [...UNTRUSTED_INPUT, "-i", `file:${source}`],
    ["-filter_complex", filterGraph(job)],
    specs.flatMap((_, index) => ["-map", `[v${index}]`, "-map", `[a${index}]`]),
    ["-map", `[v${specs.length}]`],
    ["-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn", "-t", String(probe.duration)],
    [
      "-c:v",
      "libx264",
      "-preset",
      specs[0]?.preset ?? "veryfast",
      "-threads",
      String(threadsFor(job.besideWeb ?? false)),
      "-bf",
      "2",
      "-sc_threshold",
      "0",
    ],
    // Allows forced key frames only: they must be on the same frame in every rendition.
    ["-g", "9999", "-forced-idr", "1", "-force_key_frames", keyFrames(schedule)],
    ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv"],
    specs.flatMap((spec, index) => videoOptions(spec, index)),
    iframeOptions(specs.length),
    ["-c:a", "aac", "-ar", "48000", "-ac", "2"],
    // Shorter than any key frame interval, so that ffmpeg cuts at every key frame.
    ["-f", "hls", "-hls_time", "0.5", "-hls_list_size", "0", "-hls_playlist_type", "vod"],
    ["-hls_segment_type", "fmp4", "-hls_flags", "independent_segments"],
    ["-hls_fmp4_init_filename", names.init],
    ["-hls_segment_filename", join(folder, names.segments)],
    ["-var_stream_map", streams.join(" ")],
    [join(folder, names.playlist)],
  ].flat();
}

/** Returns the threads per rendition on a machine with so many cores. */
export function threadsFor(besideWeb: boolean, cores = availableParallelism()): number {
  const wanted = besideWeb ? Math.max(1, cores - 1) : Math.ceil(cores * 1.5);
  return Math.min(MAX_THREADS, wanted);
}

function videoOptions(spec: RenditionSpec, index: number): string[] {
  return [
    [`-profile:v:${index}`, spec.h264Profile, `-crf:v:${index}`, String(spec.crf)],
    [`-maxrate:v:${index}`, `${spec.maxrate}k`, `-bufsize:v:${index}`, `${spec.bufsize}k`],
    [`-b:a:${index}`, `${spec.audioRate}k`],
  ].flat();
}

/** Frames for trick play: a small key frame every second, each a separate segment. */
function iframeOptions(index: number): string[] {
  return [
    [`-profile:v:${index}`, "main", `-crf:v:${index}`, "32", `-preset:v:${index}`, "veryfast"],
    [`-g:v:${index}`, "1", `-bf:v:${index}`, "0", `-threads:v:${index}`, "1"],
  ].flat();
}

function filterGraph({ probe, specs, level = [] }: EncodeJob): string {
  const [top] = specs;
  if (!top) throw new Error("an encode needs at least one rendition");
  const first = [
    ...(probe.interlaced ? ["bwdif=mode=send_frame"] : []),
    // When video starts later than audio, the first frame is repeated to fill the gap.
    `fps=${probe.rate}:start_time=0`,
    ...(probe.hdr ? [toneMap(probe)] : []),
    // Scales to the largest rendition once; the others are scaled from that.
    `scale=${top.width}:${top.height}:in_color_matrix=${probe.matrix}:out_color_matrix=bt709:out_range=tv`,
    "setsar=1,format=yuv420p",
    `split=${specs.length + 1}`,
  ].join(",");
  const sizes = specs.map(
    (spec, index) => `[s${index}]scale=${spec.width}:${spec.height},setsar=1[v${index}]`,
  );
  const small = iframeSize(probe);
  // Rounding up picks the frame at the full second instead of the one half a second later. The finer time base keeps
  // the end of the video from being rounded down to a full second.
  const iframes = `[s${specs.length}]fps=1:round=up,settb=1/1000,scale=${small.width}:${small.height},setsar=1[v${specs.length}]`;
  const parts = [...specs.keys(), specs.length].map((index) => `[s${index}]`);
  const picture = `[0:${probe.videoStream}]${first}${parts.join("")}`;
  // Audio that starts late, ends early or is missing is padded with silence, so that every segment has audio.
  const sound = probe.audio
    ? [`[0:${probe.audio.stream}]${SOUND}`, ...level, "apad"].join(",")
    : "anullsrc=r=48000:cl=stereo";
  const audioGraph = `${sound},asplit=${specs.length}${specs.map((_, index) => `[a${index}]`).join("")}`;
  return [picture, ...sizes, iframes, audioGraph].join(";");
}

/** `n_forced` counts the key frames so far; the expression returns 1 when the next one is due. */
function keyFrames({ opening, seconds }: SegmentSchedule): string {
  const last = opening.at(-1) ?? 0;
  const regular = `${last}+(n_forced-${opening.length - 1})*${seconds}`;
  const due = opening.reduceRight(
    (rest, start, index) => `if(eq(n_forced,${index}),${start},${rest})`,
    regular,
  );
  return `expr:gte(t,${due})`;
}

function progressReader(
  duration: number,
  report: (progress: EncodeProgress) => void,
): (textLine: string) => void {
  let done = 0;
  let speed = 0;
  return (textLine) => {
    const [key, value = ""] = textLine.split("=");
    if (key === "out_time_us" && Number(value) > 0) done = Number(value) / 1_000_000;
    if (key === "speed") speed = Number.parseFloat(value) || 0;
    if (key !== "progress") return;
    const percent = value === "end" ? 100 : Math.min(99.9, (done / duration) * 100);
    const secondsLeft = speed > 0 ? Math.max(0, (duration - done) / speed) : null;
    report({ percent, speed, secondsLeft: value === "end" ? 0 : secondsLeft });
  };
}
