import { availableParallelism } from "node:os";
import { join } from "node:path";
import { FOREIGN_INPUT, KilledError, MediaError, type MediaTools, runMedia } from "./confine.ts";
import { DiskFullError, diskFullSentence, isDiskFull } from "./disk-full.ts";
import { iframeSize, type Rung } from "./ladder.ts";
import { SOUND } from "./loudness.ts";
import { IFRAMES, streamFiles } from "./names.ts";
import type { Probe } from "./probe.ts";
import { toneMap } from "./tone-map.ts";

/**
 * Where segments begin: at each second of `opening`, then every `seconds`. Each begins with a key frame,
 * and there are no others.
 */
export interface Rhythm {
  opening: readonly number[];
  seconds: number;
}

/** Two segments of 1 s so that the first frame comes early, then 2 s. The figures are in decision 0003. */
export const RHYTHM: Rhythm = { opening: [0, 1, 2], seconds: 2 };

/** How far an encode is. `percent` 0 to 100, `speed` times real time, `secondsLeft` null while unknown. */
export interface EncodeProgress {
  percent: number;
  speed: number;
  secondsLeft: number | null;
}

/** One encode: `folder` exists and is empty. */
export interface EncodeJob {
  source: string;
  /** What a person calls the source. */
  name: string;
  folder: string;
  probe: Probe;
  rungs: readonly Rung[];
  rhythm?: Rhythm;
  /** What brings the sound to the common loudness; none leave it as loud as it is. */
  level?: readonly string[];
  onProgress?: (progress: EncodeProgress) => void;
  signal?: AbortSignal;
}

/** For each rung: more of them fill the memory of a large machine and speed nothing up. */
const THREADS = Math.min(12, Math.ceil(availableParallelism() * 1.5));
/** Slower than this, and the machine is not encoding but stuck. */
const SLOWEST = 1 / 60;

/**
 * Encodes every rung in one pass over the source: fMP4 segments, init segments and ffmpeg's raw playlists.
 * @throws MediaError when the source breaks off, the disk is full or the time limit passes
 */
export async function encode(tools: MediaTools, job: EncodeJob): Promise<void> {
  const { onProgress, signal } = job;
  const onLine = onProgress && progressReader(job.probe.duration, onProgress);
  await runMedia(tools, "ffmpeg", encodeArguments(job), {
    reads: [job.source],
    writes: [job.folder],
    wallSeconds: 120 + job.probe.duration / SLOWEST,
    onLine: onLine ?? (() => undefined),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    if (error instanceof KilledError || isDiskFull(error)) throw error;
    const complaint = error instanceof MediaError ? String(error.cause) : "";
    if (/No space left on device|Disk quota exceeded/.test(complaint))
      throw new DiskFullError(diskFullSentence(job.name), { cause: error });
    const sentence = `${job.name} could not be encoded: ${(error as Error).message}. The file may be damaged.`;
    throw new MediaError(sentence, { cause: error });
  });
}

/** The whole command line after `ffmpeg`; every file name in it is ours or absolute behind `file:`. */
export function encodeArguments(job: EncodeJob): string[] {
  const { source, folder, probe, rungs, rhythm = RHYTHM } = job;
  const names = streamFiles("%v");
  const streams = [
    ...rungs.map((rung, index) => `v:${index},a:${index},name:v${rung.label}`),
    `v:${rungs.length},name:${IFRAMES}`,
  ];
  return [
    ["-v", "error", "-nostdin", "-nostats", "-progress", "pipe:1", "-y"],
    [...FOREIGN_INPUT, "-i", `file:${source}`],
    ["-filter_complex", filterGraph(job)],
    rungs.flatMap((_, index) => ["-map", `[v${index}]`, "-map", `[a${index}]`]),
    ["-map", `[v${rungs.length}]`],
    ["-map_metadata", "-1", "-map_chapters", "-1", "-sn", "-dn", "-t", String(probe.duration)],
    [
      "-c:v",
      "libx264",
      "-preset",
      rungs[0]?.preset ?? "veryfast",
      "-threads",
      String(THREADS),
      "-bf",
      "2",
      "-sc_threshold",
      "0",
    ],
    // No key frame but the forced ones: they must fall on the same frame in every rung.
    ["-g", "9999", "-forced-idr", "1", "-force_key_frames", keyFrames(rhythm)],
    ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv"],
    rungs.flatMap((rung, index) => videoOptions(rung, index)),
    iframeOptions(rungs.length),
    ["-c:a", "aac", "-ar", "48000", "-ac", "2"],
    // Shorter than any distance of key frames, so that ffmpeg cuts at each of them.
    ["-f", "hls", "-hls_time", "0.5", "-hls_list_size", "0", "-hls_playlist_type", "vod"],
    ["-hls_segment_type", "fmp4", "-hls_flags", "independent_segments"],
    ["-hls_fmp4_init_filename", names.init],
    ["-hls_segment_filename", join(folder, names.segments)],
    ["-var_stream_map", streams.join(" ")],
    [join(folder, names.playlist)],
  ].flat();
}

function videoOptions(rung: Rung, index: number): string[] {
  return [
    [`-profile:v:${index}`, rung.h264Profile, `-crf:v:${index}`, String(rung.crf)],
    [`-maxrate:v:${index}`, `${rung.maxrate}k`, `-bufsize:v:${index}`, `${rung.bufsize}k`],
    [`-b:a:${index}`, `${rung.audioRate}k`],
  ].flat();
}

/** The pictures shown while winding: a key frame each second, small, each a segment of its own. */
function iframeOptions(index: number): string[] {
  return [
    [`-profile:v:${index}`, "main", `-crf:v:${index}`, "32", `-preset:v:${index}`, "veryfast"],
    [`-g:v:${index}`, "1", `-bf:v:${index}`, "0", `-threads:v:${index}`, "1"],
  ].flat();
}

function filterGraph({ probe, rungs, level = [] }: EncodeJob): string {
  const [top] = rungs;
  if (!top) throw new Error("an encode needs at least one rung");
  const first = [
    ...(probe.interlaced ? ["bwdif=mode=send_frame"] : []),
    // The first frame is repeated from the beginning on where the picture starts later than the sound.
    `fps=${probe.rate}:start_time=0`,
    ...(probe.hdr ? [toneMap(probe)] : []),
    // Down to the largest rung once; the others are scaled from there.
    `scale=${top.width}:${top.height}:in_color_matrix=${probe.matrix}:out_color_matrix=bt709:out_range=tv`,
    "setsar=1,format=yuv420p",
    `split=${rungs.length + 1}`,
  ].join(",");
  const sizes = rungs.map(
    (rung, index) => `[s${index}]scale=${rung.width}:${rung.height},setsar=1[v${index}]`,
  );
  const small = iframeSize(probe);
  // Rounded up, a frame of this rate is the one that stands at the full second, not the one half a second later.
  // Its ticks are finer than that, or the end of the film would be rounded down to a second.
  const iframes = `[s${rungs.length}]fps=1:round=up,settb=1/1000,scale=${small.width}:${small.height},setsar=1[v${rungs.length}]`;
  const parts = [...rungs.keys(), rungs.length].map((index) => `[s${index}]`);
  const picture = `[0:${probe.videoStream}]${first}${parts.join("")}`;
  // Sound that starts late, breaks off or is missing becomes silence: every segment carries sound.
  const sound = probe.audio
    ? [`[0:${probe.audio.stream}]${SOUND}`, ...level, "apad"].join(",")
    : "anullsrc=r=48000:cl=stereo";
  const ears = `${sound},asplit=${rungs.length}${rungs.map((_, index) => `[a${index}]`).join("")}`;
  return [picture, ...sizes, iframes, ears].join(";");
}

/** n_forced counts the key frames so far; the answer is 1 where the next one is due. */
function keyFrames({ opening, seconds }: Rhythm): string {
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
): (line: string) => void {
  let done = 0;
  let speed = 0;
  return (line) => {
    const [key, value = ""] = line.split("=");
    if (key === "out_time_us" && Number(value) > 0) done = Number(value) / 1_000_000;
    if (key === "speed") speed = Number.parseFloat(value) || 0;
    if (key !== "progress") return;
    const percent = value === "end" ? 100 : Math.min(99.9, (done / duration) * 100);
    const secondsLeft = speed > 0 ? Math.max(0, (duration - done) / speed) : null;
    report({ percent, speed, secondsLeft: value === "end" ? 0 : secondsLeft });
  };
}
