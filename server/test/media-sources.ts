import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { sep } from "node:path";
import { findMediaTools, type MediaTools } from "#media";
import { cachedMedia } from "./media-cache.ts";

/** What a made-up source looks like; size, rate and seconds have small defaults so that tests stay quick. */
export interface SourceShape {
  size?: string;
  rate?: string;
  seconds?: number;
  /** Hertz of a tone; null for a silent file. */
  tone?: number | null;
  /** Further ffmpeg options before the file's name. */
  options?: string[];
}

/** The tools under test; without ffmpeg on the machine the test fails and says so. */
export function tools(): Promise<MediaTools> {
  return findMediaTools();
}

/** Makes a real video file with moving pictures. */
export function makeVideo(path: string, shape: SourceShape = {}): void {
  const {
    size = "180x320",
    rate = "25",
    seconds = 3,
    tone = 440,
    options = ["-c:v", "libx264", "-preset", "ultrafast"],
  } = shape;
  const picture = ["-f", "lavfi", "-i", `testsrc2=size=${size}:rate=${rate}`];
  const sound = tone === null ? [] : ["-f", "lavfi", "-i", `sine=frequency=${tone}:sample_rate=44100`];
  ffmpeg([...picture, ...sound, "-t", String(seconds), "-pix_fmt", "yuv420p", ...options, path]);
}

/**
 * Runs ffmpeg on files of our own making; the last argument is the file that it writes. Throws with its complaint. What an
 * earlier run made by the same arguments from the same files comes from the cache.
 */
export function ffmpeg(args: string[]): void {
  const output = args.at(-1) ?? "";
  const inputs = args.slice(0, -1);
  const recipe = inputs.map(ingredientOf);
  if (recipe.includes(null)) run(args);
  else cachedMedia(recipe, output, (path) => run([...inputs, path]));
}

/** An argument as it decides what comes out: a file by its content. Null where that cannot be said. */
function ingredientOf(argument: string): string | null {
  if (!argument.startsWith(sep)) return argument.includes(tmpdir()) ? null : argument;
  if (!statSync(argument, { throwIfNoEntry: false })?.isFile()) return null;
  return createHash("sha256").update(readFileSync(argument)).digest("hex");
}

function run(args: string[]): void {
  const { status, stderr } = spawnSync("ffmpeg", ["-v", "error", "-nostdin", "-y", ...args], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`ffmpeg ended with ${status}: ${stderr}`);
}

/** Plays every stream of a file or playlist to its end; what the decoder complains of, empty for nothing. */
export function complaintsOfDecoder(path: string): string {
  return spawnSync("ffmpeg", ["-v", "warning", "-nostdin", "-i", path, "-map", "0", "-f", "null", "-"], {
    encoding: "utf8",
  }).stderr;
}
