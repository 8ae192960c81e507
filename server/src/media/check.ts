import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readRuns, readTracks, type Track, type TrackRun } from "./boxes.ts";
import { checkIFrames } from "./check-iframes.ts";
import type { Finding } from "./finding.ts";
import { ASSET_FILE, MULTIVARIANT } from "./names.ts";
import { parseSegments, parseStreams, rates, targetDuration } from "./playlists.ts";

/** Authoring rules that we break on purpose, with the reason. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  "7.5":
    "Segments of 1 and 2 s instead of 6 s: the first frame is what a viewer of short episodes waits for.",
  "9.5": "Sound lies in the picture's segments: half the requests at start, and the smaller player library.",
};

/** A rendition as read from the folder. */
interface Variant {
  uri: string;
  attributes: Map<string, string>;
  playlist: string;
  tracks: Track[];
  segments: { file: string; duration: number; bytes: number; runs: TrackRun[] }[];
}

const TOLERANCE = 0.1;
const SHAPE_TOLERANCE = 0.015;
const FRAME = 1 / 20;
const KEY_SECONDS = 2;
const MAX_LEVEL = 42;

/** Checks every file of an asset folder. An asset with a finding of severity `error` is never published. */
export async function checkAsset(folder: string): Promise<Finding[]> {
  const files = await readdir(folder);
  const findings = files
    .filter((file) => !ASSET_FILE.test(file))
    .map((file) => error("names", `unexpected file ${file}`));
  const text = await readText(folder, MULTIVARIANT);
  if (text === null) return [...findings, error("9.1", `${MULTIVARIANT} is missing`)];
  const loaded = await Promise.all(parseStreams(text).map((entry) => loadVariant(folder, entry)));
  const variants = loaded.filter((entry): entry is Variant => !("rule" in entry));
  findings.push(...loaded.filter((entry): entry is Finding => "rule" in entry));
  if (loaded.length === 0) findings.push(error("9.1", "the multivariant playlist lists nothing"));
  if (!text.includes("#EXT-X-INDEPENDENT-SEGMENTS"))
    findings.push(error("9.11", "EXT-X-INDEPENDENT-SEGMENTS is missing"));
  for (const variant of variants) {
    findings.push(...checkPlaylist(variant), ...checkSamples(variant), ...checkRates(variant));
    findings.push(...checkAttributes(variant));
  }
  findings.push(...checkTogether(variants), ...(await checkIFrames(folder, text)));
  return findings.map((finding) => accept(finding));
}

async function loadVariant(
  folder: string,
  { uri, attributes }: { uri: string; attributes: Map<string, string> },
): Promise<Variant | Finding> {
  if (!ASSET_FILE.test(uri)) return error("names", `the multivariant playlist names ${uri}`);
  const playlist = await readText(folder, uri);
  if (playlist === null) return error("9.1", `${uri} is listed and missing`);
  const init = /#EXT-X-MAP:URI="([^"]*)"/.exec(playlist)?.[1] ?? "";
  try {
    const tracks = readTracks(await readFile(join(folder, init)));
    const segments = await Promise.all(
      parseSegments(playlist).map(async (segment) => {
        const data = await readFile(join(folder, segment.file));
        return { ...segment, bytes: data.length, runs: readRuns(data, tracks) };
      }),
    );
    return { uri, attributes, playlist, tracks, segments };
  } catch (fault) {
    return error(
      "files",
      `${uri}: ${fault instanceof RangeError ? fault.message : "a file that it names is missing"}`,
    );
  }
}

function checkPlaylist({ uri, playlist, segments }: Variant): Finding[] {
  const found: Finding[] = [];
  const target = Number(/#EXT-X-TARGETDURATION:(\d+)/.exec(playlist)?.[1] ?? 0);
  const longestSegment = Math.max(0, ...segments.map((segment) => segment.duration));
  if (segments.length === 0) found.push(error("7.4", `${uri} has no segments`));
  if (target < targetDuration(segments))
    found.push(error("7.7", `${uri}: target duration ${target} is below a segment`));
  if (longestSegment > target + 0.5)
    found.push(error("7.7", `${uri}: a segment of ${longestSegment} s with a target of ${target} s`));
  if (target !== 6) found.push(error("7.5", `${uri}: target duration ${target} s`));
  if (!playlist.includes("#EXT-X-PLAYLIST-TYPE:VOD"))
    found.push(error("8.6", `${uri}: no EXT-X-PLAYLIST-TYPE:VOD`));
  if (!playlist.includes("#EXT-X-ENDLIST")) found.push(error("8.6", `${uri}: no EXT-X-ENDLIST`));
  return found;
}

function checkSamples({ uri, tracks, segments }: Variant): Finding[] {
  const found: Finding[] = [];
  const video = tracks.find((track) => track.kind === "video");
  const sound = tracks.find((track) => track.kind === "audio");
  if (!video) return [error("9.1", `${uri} holds no picture`)];
  if (!sound) found.push(error("sound", `${uri} holds no sound`));
  else found.push(error("9.5", `${uri} carries sound with the picture`));
  for (const segment of segments) {
    const run = segment.runs.find((candidate) => candidate.trackId === video.id);
    if (!run) {
      found.push(error("files", `${segment.file} holds no picture`));
      continue;
    }
    if (!run.opensWithIdr) found.push(error("7.4", `${segment.file} does not begin with an IDR frame`));
    if (Math.abs(run.duration - segment.duration) > FRAME) {
      found.push(
        error("files", `${segment.file} lasts ${run.duration.toFixed(3)} s, listed as ${segment.duration}`),
      );
    }
    const keys = [...run.keys, run.duration];
    const gap = Math.max(...keys.map((key, index) => key - (keys[index - 1] ?? 0)));
    if (gap > KEY_SECONDS + FRAME)
      found.push(error("1.13", `${segment.file}: ${gap.toFixed(2)} s without a key frame`));
    const audioRun = segment.runs.find((candidate) => candidate.trackId === sound?.id);
    if (sound && !audioRun && segment.duration > FRAME)
      found.push(error("sound", `${segment.file} holds no sound`));
  }
  return found;
}

function checkRates({ uri, attributes, segments }: Variant): Finding[] {
  const found: Finding[] = [];
  const measured = rates(segments);
  const peak = Number(attributes.get("BANDWIDTH") ?? 0);
  const average = Number(attributes.get("AVERAGE-BANDWIDTH") ?? 0);
  if (isOff(peak, measured.bandwidth)) {
    found.push(error("1.27", `${uri}: BANDWIDTH ${peak}, measured ${measured.bandwidth}`));
  }
  if (isOff(average, measured.averageBandwidth)) {
    found.push(error("1.26", `${uri}: AVERAGE-BANDWIDTH ${average}, measured ${measured.averageBandwidth}`));
  }
  if (measured.bandwidth > measured.averageBandwidth * 2) {
    found.push(warning("1.30", `${uri}: the peak is more than twice the average`));
  }
  return found;
}

function checkAttributes({ uri, attributes, tracks }: Variant): Finding[] {
  const found: Finding[] = [];
  const video = tracks.find((track) => track.kind === "video");
  const codecs = tracks
    .map((track) => track.codec)
    .toSorted()
    .join(",");
  const named = (attributes.get("CODECS") ?? "").split(",").toSorted().join(",");
  if (named !== codecs)
    found.push(error("9.1", `${uri}: CODECS says ${named || "nothing"}, the file ${codecs}`));
  const size = `${video?.width}x${video?.height}`;
  const resolution = attributes.get("RESOLUTION");
  if (resolution !== size)
    found.push(error("9.2", `${uri}: RESOLUTION says ${resolution ?? "nothing"}, the file ${size}`));
  const rate = Number(attributes.get("FRAME-RATE") ?? 0);
  if (!rate) found.push(error("9.15", `${uri}: FRAME-RATE is missing`));
  if (rate > 60.01) found.push(error("1.18", `${uri}: ${rate} frames a second`));
  const level = Number.parseInt(video?.codec.slice(-2) ?? "0", 16);
  if (level > MAX_LEVEL)
    found.push(warning("1.2", `${uri}: H.264 level ${level / 10}, older phones stop at 4.2`));
  return found;
}

function checkTogether(variants: readonly Variant[]): Finding[] {
  const found: Finding[] = [];
  const [first, ...others] = variants;
  if (!first) return found;
  for (const other of others) {
    if (
      starts(first).some((start, index) => Math.abs(start - (starts(other)[index] ?? -1)) > 0.001) ||
      first.segments.length !== other.segments.length
    ) {
      found.push(error("8.22", `${other.uri} is not cut where ${first.uri} is`));
    }
    if (Math.abs(shape(first) / shape(other) - 1) > SHAPE_TOLERANCE) {
      found.push(error("1.33", `${other.uri} has another aspect ratio than ${first.uri}`));
    }
  }
  if (!variants.some((variant) => Number(variant.attributes.get("BANDWIDTH")) <= 192_000)) {
    found.push(warning("9.21", "no variant at or below 192 kbit/s"));
  }
  return found;
}

function starts(variant: Variant): number[] {
  const video = variant.tracks.find((track) => track.kind === "video");
  return variant.segments.map(
    (segment) => segment.runs.find((run) => run.trackId === video?.id)?.start ?? -1,
  );
}

function shape(variant: Variant): number {
  const video = variant.tracks.find((track) => track.kind === "video");
  return (video?.width ?? 0) / (video?.height ?? 1);
}

function isOff(declared: number, measured: number): boolean {
  return Math.abs(declared - measured) > measured * TOLERANCE;
}

function accept(finding: Finding): Finding {
  return finding.severity === "error" && EXCEPTIONS[finding.rule]
    ? { ...finding, severity: "accepted" }
    : finding;
}

function error(rule: string, message: string): Finding {
  return { rule, severity: "error", message };
}

function warning(rule: string, message: string): Finding {
  return { rule, severity: "warning", message };
}

async function readText(folder: string, file: string): Promise<string | null> {
  return readFile(join(folder, file), "utf8").catch(() => null);
}
