import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MediaError, type MediaTools, OWN_INPUT, runMedia } from "./confine.ts";
import { DiskFullError } from "./disk-full.ts";
import { IFRAMES, STORYBOARD, streamFiles } from "./names.ts";

const SHORT_EDGE = 90;
const COLUMNS = 10;
const MAX_TILES = 100;
const MIN_TILE_SECONDS = 2;
const BLINK_SECONDS = 0.2;

/**
 * Writes the seek preview: one sprite of at most a hundred tiles, and a WebVTT file that maps times to tiles. Reads
 * the I-frame rendition with its one frame per second, so it takes a fraction of a second.
 */
export async function writeStoryboard(
  tools: MediaTools,
  folder: string,
  source: { width: number; height: number },
  duration: number,
): Promise<void> {
  const apart = Math.max(MIN_TILE_SECONDS, Math.ceil(duration / MAX_TILES));
  // A very short last part reuses the tile before it, because it may contain no frame.
  const count = Math.max(1, Math.ceil((duration - BLINK_SECONDS) / apart));
  const factor = SHORT_EDGE / Math.min(source.width, source.height);
  const width = Math.round((source.width * factor) / 2) * 2;
  const height = Math.round((source.height * factor) / 2) * 2;
  const columns = Math.min(COLUMNS, count);
  const filter = [
    "setpts=PTS-STARTPTS",
    `select=isnan(prev_selected_t)+gte(t-prev_selected_t\\,${apart})`,
    `scale=${width}:${height}`,
    `tile=${columns}x${Math.ceil(count / columns)}`,
  ].join(",");
  const args = [
    [
      "-v",
      "error",
      "-nostdin",
      "-y",
      ...OWN_INPUT,
      "-i",
      `file:${join(folder, streamFiles(IFRAMES).playlist)}`,
    ],
    ["-map", "0:v:0", "-vf", filter, "-frames:v", "1", "-q:v", "7", join(folder, STORYBOARD.picture)],
  ].flat();
  const options = { reads: [], writes: [folder], wallSeconds: 60 + duration };
  await runMedia(tools, "ffmpeg", args, options).catch((error: unknown) => {
    const isFull = error instanceof MediaError && String(error.cause).includes("No space left on device");
    throw isFull ? new DiskFullError("The disk is full.", { cause: error }) : error;
  });
  await writeFile(join(folder, STORYBOARD.cues), cues(count, apart, duration, { columns, width, height }));
}

/** Returns the WebVTT of a sprite. Each cue selects its tile by a media fragment. */
export function cues(
  count: number,
  apart: number,
  duration: number,
  tile: { columns: number; width: number; height: number },
): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const x = (index % tile.columns) * tile.width;
    const y = Math.floor(index / tile.columns) * tile.height;
    const until = index === count - 1 ? duration : (index + 1) * apart;
    const where = `${STORYBOARD.picture}#xywh=${x},${y},${tile.width},${tile.height}`;
    return `${time(index * apart)} --> ${time(until)}\n${where}\n`;
  });
  return `WEBVTT\n\n${lines.join("\n")}`;
}

function time(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [whole / 3600, (whole / 60) % 60, whole % 60].map((part) =>
    String(Math.floor(part)).padStart(2, "0"),
  );
  return `${parts.join(":")}.${String(Math.round((seconds - whole) * 1000) % 1000).padStart(3, "0")}`;
}
