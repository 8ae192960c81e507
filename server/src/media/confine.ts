import { type ChildProcess, spawn } from "node:child_process";
import { access, constants as modes } from "node:fs/promises";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { type Cage, type CageFiles, findCage } from "./wall.ts";

/** The programs that read foreign media, and the wall around them. */
export interface MediaTools {
  ffmpeg: string;
  ffprobe: string;
  /** What shuts the programs in. */
  cage: Cage;
  /** A sentence for the log where a part of the wall is missing, else null. */
  warning: string | null;
}

/** Something a person has to put right: the message says what happened and what to do. */
export class MediaError extends Error {
  override name = "MediaError";
}

/** How far one run may go. A run that passes a limit is killed and reported as a MediaError. */
export interface RunOptions extends CageFiles {
  wallSeconds: number;
  /** Called for each line on standard output. */
  onLine?: (line: string) => void;
  /** Called at a good end with the last of what it wrote to standard error. */
  onStderr?: (text: string) => void;
  signal?: AbortSignal;
}

/** A program was ended from outside: the file may be good, and trying again may help. */
export class KilledError extends MediaError {
  override name = "KilledError";
}

const MAX_PIXELS = 33_177_600;
const TAIL = 16_000;
const SIGNAL_BASE = 128;

const FORMATS = "mov,matroska,mpegts,mpeg,avi,flv,mxf";
// mp3float is the decoder that ffmpeg really opens for MP3; the pcm family is what cameras and editors write.
// Decoders with a recent history of memory faults (MagicYUV and the other intermediate formats) stay out.
const CODECS = [
  "h264,hevc,vp8,vp9,av1,libdav1d,mpeg4,mpeg2video,prores,dnxhd",
  "aac,mp2,mp3,mp3float,opus,vorbis,ac3,eac3,flac,alac",
  "pcm_s16le,pcm_s24le,pcm_s32le,pcm_f32le,pcm_s16be,pcm_s24be",
].join(",");

// ffprobe gives up on a file when it may not open the decoder of any of its streams, so it may open those of cover
// pictures and subtitles too; ffmpeg, which only opens what it encodes, may not.
const BYSTANDERS = "mjpeg,png,bmp,mov_text,subrip,srt,ass,ssa,webvtt,text,dvdsub,dvbsub,pgssub,cc_dec,xsub";

/**
 * Options that stand before `-i` for a file that we did not write: by content it may be a playlist, a
 * concat list or a picture bomb, whatever its name says.
 */
export const FOREIGN_INPUT: readonly string[] = foreign(CODECS);

/** The same where subtitles that hold text are read. */
export const FOREIGN_SUBTITLES: readonly string[] = foreign(
  `${CODECS},mov_text,subrip,srt,ass,ssa,webvtt,text`,
);

/** The same for ffprobe. */
export const FOREIGN_PROBE: readonly string[] = foreign(`${CODECS},${BYSTANDERS}`);

/** Whether ffmpeg may decode a stream whose codec has this name. */
export function isDecodable(codec: string): boolean {
  return CODECS.split(",").includes(codec);
}

function foreign(codecs: string): string[] {
  return [
    ["-protocol_whitelist", "file"],
    ["-format_whitelist", FORMATS],
    ["-codec_whitelist", codecs],
    ["-max_pixels", String(MAX_PIXELS)],
    ["-analyzeduration", "30M", "-probesize", "50M"],
  ].flat();
}

/** Options before `-i` for our own renditions; HLS reads its segments through `file`. */
export const OWN_INPUT: readonly string[] = [
  ["-protocol_whitelist", "file"],
  ["-format_whitelist", "hls,mov"],
].flat();

/**
 * Finds ffmpeg and ffprobe and learns what this system can shut them in with.
 * @param ffmpegPath the operator's FFMPEG_PATH; ffprobe is looked for beside it
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
  const cage = await findCage([ffmpeg, ffprobe]);
  return { ffmpeg, ffprobe, cage, warning: cage.warning };
}

/**
 * Runs a media program in its cage, without a shell and without standard input. It sees `files` and nothing else.
 * @returns everything it wrote to standard output, where no `onLine` takes it
 * @throws MediaError with the last lines of its complaint as `cause`
 */
export async function runMedia(
  tools: MediaTools,
  program: "ffmpeg" | "ffprobe",
  args: readonly string[],
  options: RunOptions,
): Promise<string> {
  const { wallSeconds, onLine, onStderr } = options;
  const [command = "", ...rest] = [...tools.cage.words(options, wallSeconds), tools[program], ...args];
  const child = spawn(command, rest, {
    stdio: ["ignore", "pipe", "pipe"],
    // Nothing of ours leaks in: no FFREPORT, no proxy, no credentials.
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LANG: "C.UTF-8" },
  });
  let late = false;
  const stop = () => child.kill("SIGKILL");
  const timer = setTimeout(() => {
    late = true;
    stop();
  }, wallSeconds * 1000);
  options.signal?.addEventListener("abort", stop, { once: true });
  if (options.signal?.aborted) stop();
  try {
    const { code, output, complaint, ...ended } = await finished(child, onLine);
    const signal = tools.cage.isSupervised ? signalOf(code) : ended.signal;
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

/** The signal that ended a supervised program, as the supervisor passes it on. */
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
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-TAIL);
  });
  if (onLine && child.stdout) createInterface({ input: child.stdout }).on("line", onLine);
  else {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
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
