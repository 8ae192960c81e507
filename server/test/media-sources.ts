import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { sep } from "node:path";
import { loadEncoding, type MediaTools } from "#media";
import { cachedMedia, once } from "./media-cache.ts";

/** The properties of a generated source; size, rate and duration have small defaults so that tests stay fast. */
export interface SourceShape {
  size?: string;
  rate?: string;
  seconds?: number;
  /** The frequency of a tone in hertz; null for a silent file. */
  tone?: number | null;
  /** Further ffmpeg options before the file name. */
  options?: string[];
}

/** Words before a program that give it the lowest priority. */
const LOW = ["nice", "-n", "19"];

/**
 * Returns the tools under test; without ffmpeg on the machine the test fails and says so. Finding them starts six programs, so
 * it happens once per process. They keep their sandbox but run at normal priority: while the other tests keep every core busy,
 * nice 19 would leave them almost nothing.
 */
export const tools = once(async (): Promise<MediaTools> => {
  const found = await (await loadEncoding()).findMediaTools();
  const { sandbox } = found;
  const prefix: typeof sandbox.prefix = (files, wallSeconds) => {
    const words = sandbox.prefix(files, wallSeconds);
    const at = words.indexOf("nice");
    return at >= 0 && words.slice(at, at + LOW.length).join() === LOW.join()
      ? words.toSpliced(at, LOW.length)
      : words;
  };
  return { ...found, sandbox: { ...sandbox, prefix } };
});

/** Creates a real video file with moving pictures. */
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
 * Makes one of the films that tests share, by its number; for tests of what happens to films. What one test encodes with
 * `rememberedTools`, all others of the run have. The first is 90 pixels wide; each has a picture and a sound of its own.
 */
export function makeFilm(path: string, number = 1): void {
  makeVideo(path, { size: `${88 + 2 * number}x160`, rate: "10", seconds: 1, tone: 250 + 50 * number });
}

/**
 * Runs ffmpeg on generated files; the last argument is the output file. Throws with ffmpeg's error output. The result
 * of the same arguments and the same input files comes from the cache.
 */
export function ffmpeg(args: string[]): void {
  const output = args.at(-1) ?? "";
  const inputs = args.slice(0, -1);
  const recipe = inputs.map(ingredientOf);
  if (recipe.includes(null)) run(args);
  else cachedMedia(recipe, output, (path) => run([...inputs, path]));
}

/** Returns what an argument contributes to the cache key: for a file its content hash. Null when it cannot be determined. */
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

/** Decodes every stream of a file or playlist to its end and returns the decoder's complaints; empty for none. */
export function complaintsOfDecoder(path: string): string {
  return spawnSync("ffmpeg", ["-v", "warning", "-nostdin", "-i", path, "-map", "0", "-f", "null", "-"], {
    encoding: "utf8",
  }).stderr;
}
