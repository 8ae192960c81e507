import { type ChildProcess, spawn } from "node:child_process";
import { access, constants as modes } from "node:fs/promises";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { kill } from "#platform/processes";
import { SaidError } from "#platform/said";
import type { EncodeGroup } from "./encode-group.ts";
import { findSandbox, type Sandbox, type SandboxFiles } from "./sandbox.ts";

/** The programs that read untrusted media, and the sandbox they run in. */
export interface MediaTools {
  ffmpeg: string;
  ffprobe: string;
  /** Restricts what the programs can access. */
  sandbox: Sandbox;
  /** The cgroup that the programs run in; without it, their low priority is nice 19 alone. */
  group?: EncodeGroup | null;
  /** A sentence for the log when part of the sandbox is unavailable, otherwise null. */
  warning: string | null;
}

/** An error that an operator can fix. The message says what happened and what to do. */
export class MediaError extends SaidError {
  override name = "MediaError";
}

/** Files and limits of one run. A run that exceeds the time limit is killed and fails with a MediaError. */
export interface RunOptions extends SandboxFiles {
  wallSeconds: number;
  /** Called for each line of standard output. */
  onLine?: (textLine: string) => void;
  /** Called after a successful run with the end of standard error. */
  onStderr?: (text: string) => void;
  signal?: AbortSignal;
}

/** The program was killed from outside. The file may be fine, and a retry may succeed. */
export class KilledError extends MediaError {
  override name = "KilledError";
}

const MAX_PIXELS = 33_177_600;
const STDERR_CHARACTERS = 16_000;
const SIGNAL_BASE = 128;

const FORMATS = "mov,matroska,mpegts,mpeg,avi,flv,mxf";
// mp3float is the decoder that ffmpeg opens for MP3; cameras and editors write the pcm family. Decoders with a recent
// history of memory errors (MagicYUV and the other intermediate formats) are excluded.
const CODECS = [
  "h264,hevc,vp8,vp9,av1,libdav1d,mpeg4,mpeg2video,prores,dnxhd",
  "aac,mp2,mp3,mp3float,opus,vorbis,ac3,eac3,flac,alac",
  "pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le,pcm_s16be,pcm_s24be",
].join(",");

// ffprobe rejects a file when it may not open the decoder of any one stream, so it may also open those of cover
// pictures and subtitles. ffmpeg opens only the streams it encodes and does not need them.
const PROBE_ONLY_CODECS =
  "mjpeg,png,bmp,mov_text,subrip,srt,ass,ssa,webvtt,text,dvdsub,dvbsub,pgssub,cc_dec,xsub";

/**
 * Options before `-i` for an untrusted file. Whatever its name says, it may be a playlist, a concat list or a
 * decompression bomb.
 */
export const UNTRUSTED_INPUT: readonly string[] = inputOptions(CODECS);

/** The same, plus the text subtitle formats. */
export const UNTRUSTED_SUBTITLES: readonly string[] = inputOptions(
  `${CODECS},mov_text,subrip,srt,ass,ssa,webvtt,text`,
);

/** The same for ffprobe. */
export const UNTRUSTED_PROBE: readonly string[] = inputOptions(`${CODECS},${PROBE_ONLY_CODECS}`);

/** Returns whether ffmpeg may decode a stream with this codec name. */
export function isDecodable(codec: string): boolean {
  return CODECS.split(",").includes(codec);
}

function inputOptions(codecs: string): string[] {
  return [
    ["-protocol_whitelist", "file"],
    ["-format_whitelist", FORMATS],
    ["-codec_whitelist", codecs],
    ["-max_pixels", String(MAX_PIXELS)],
    ["-analyzeduration", "30M", "-probesize", "50M"],
  ].flat();
}

/** Options before `-i` for our own renditions. The HLS demuxer opens their segments through `file`. */
export const OWN_INPUT: readonly string[] = [
  ["-protocol_whitelist", "file"],
  ["-format_whitelist", "hls,mov"],
].flat();

/**
 * Finds ffmpeg and ffprobe, and detects which sandbox this system supports.
 * @param ffmpegPath the operator's FFMPEG_PATH; ffprobe is expected in the same folder
 * @throws MediaError naming the command that installs them
 */
export async function findMediaTools(ffmpegPath?: string): Promise<MediaTools> {
  const ffmpeg = ffmpegPath ?? (await onPath("ffmpeg"));
  if (!ffmpeg || !(await executable(ffmpeg))) {
    throw new MediaError(
      ffmpegPath
        ? `FFMPEG_PATH names ${ffmpegPath}, where there is no program. Correct it, or unset it to use the system's ffmpeg.`
        : "ffmpeg is not installed, and new video cannot be prepared without it. Install it with: " +
            "sudo apt-get install ffmpeg (macOS: brew install ffmpeg), or name the program in FFMPEG_PATH.",
    );
  }
  const beside = join(dirname(ffmpeg), "ffprobe");
  const ffprobe = (await executable(beside)) ? beside : await onPath("ffprobe");
  if (!ffprobe)
    throw new MediaError(
      `ffprobe is missing: it belongs beside ${ffmpeg}. Install the whole ffmpeg package.`,
    );
  const sandbox = await findSandbox([ffmpeg, ffprobe]);
  return { ffmpeg, ffprobe, sandbox, warning: sandbox.warning };
}

/**
 * Runs a media program in its sandbox, without a shell and without standard input. It can access the files in
 * `options` and nothing else.
 * @returns its standard output, unless `onLine` receives it
 * @throws MediaError with the end of standard error as `cause`
 */
export async function runMedia(
  tools: MediaTools,
  program: "ffmpeg" | "ffprobe",
  args: readonly string[],
  options: RunOptions,
): Promise<string> {
  const { wallSeconds, onLine, onStderr } = options;
  const [command = "", ...rest] = [...tools.sandbox.prefix(options, wallSeconds), tools[program], ...args];
  const child = spawn(command, rest, {
    stdio: ["ignore", "pipe", "pipe", tools.sandbox.isSupervised ? "pipe" : "ignore"],
    // Passes on nothing of our environment: no FFREPORT, no proxy, no credentials.
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LANG: "C.UTF-8" },
  });
  if (child.pid !== undefined) tools.group?.add(child.pid);
  let late = false;
  const supervised = supervisedPid(child);
  const stop = () => void supervised.then((pid) => (pid === null ? child.kill("SIGKILL") : kill(pid)));
  const timer = setTimeout(() => {
    late = true;
    stop();
  }, wallSeconds * 1000);
  options.signal?.addEventListener("abort", stop, { once: true });
  if (options.signal?.aborted) stop();
  try {
    const { code, output, complaint, ...ended } = await finished(child, onLine);
    const signal = tools.sandbox.isSupervised ? signalOf(code) : ended.signal;
    options.signal?.throwIfAborted();
    if (code === 0) {
      onStderr?.(complaint);
      return output;
    }
    const Fault = signal === "SIGKILL" && !late ? KilledError : MediaError;
    throw new Fault(`${program} ${reason(late ? "SIGXCPU" : signal)}`, { cause: complaint });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", stop);
  }
}

/**
 * Returns the process ID of the supervisor's child, in which the program runs; null without a supervisor. To end a program,
 * that process is killed: a supervisor that is killed while it starts leaves a child that waits for it forever.
 */
async function supervisedPid(child: ChildProcess): Promise<number | null> {
  const report = child.stdio[3];
  if (!(report instanceof Readable)) return null;
  const written = await text(report).catch(() => "");
  // Empty if the supervisor failed before it had a child, and cut short if the system ended it while it wrote.
  const pid = /"child-pid": (\d+)/.exec(written)?.[1];
  return pid === undefined ? null : Number(pid);
}

/** The signal that ended a supervised program, decoded from the supervisor's exit code. */
function signalOf(code: number | null): string | null {
  const number = (code ?? SIGNAL_BASE + constants.signals.SIGKILL) - SIGNAL_BASE;
  const names = Object.entries(constants.signals);
  return names.find(([, each]) => each === number)?.[0] ?? null;
}

function reason(signal: string | null): string {
  if (signal === "SIGXCPU") return "took longer than it may";
  if (signal === "SIGKILL") return "was ended by the system, perhaps for want of memory";
  return "failed";
}

interface Ended {
  code: number | null;
  signal: string | null;
  output: string;
  /** The end of standard error. */
  complaint: string;
}

async function finished(child: ChildProcess, onLine: RunOptions["onLine"]): Promise<Ended> {
  let output = "";
  let complaint = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    complaint = (complaint + chunk).slice(-STDERR_CHARACTERS);
  });
  if (onLine && child.stdout) createInterface({ input: child.stdout }).on("line", onLine);
  else {
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, output, complaint: complaint.trim() }));
  });
}

async function onPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const candidate = join(folder, name);
    if (folder && (await executable(candidate))) return candidate;
  }
  return undefined;
}

async function executable(path: string): Promise<boolean> {
  return access(path, modes.X_OK).then(
    () => true,
    () => false,
  );
}
