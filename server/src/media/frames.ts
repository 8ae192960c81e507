import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MediaStore } from "#platform/storage";
import { MediaError, type MediaTools, OWN_INPUT, runMedia } from "./confine.ts";
import { renditionFiles } from "./names.ts";
import { parseSegments } from "./playlists.ts";

/** A prepared asset as frames are taken from it: `label` names the rendition. */
export interface FrameSource {
  /** Reads a file of the asset. */
  read: (file: string) => Promise<Buffer>;
  duration: number;
  label: number;
}

/** Returns what reads the files of an asset that is being prepared in a folder. */
export function fromFolder(folder: string): FrameSource["read"] {
  return (file) => readFile(join(folder, file));
}

/** Returns what reads the files of a stored asset. */
export function fromStore(store: MediaStore, assetId: string): FrameSource["read"] {
  return async (file) => {
    const body = await store.read(`assets/${assetId}/${file}`);
    if (!body) throw new MediaError((t) => t("pictureFault.noFiles"));
    return body;
  };
}

/** The last frame of a film lies before its end. */
const LAST_SECONDS = 0.1;

/**
 * Extracts a representative frame from the first seconds of a prepared asset and passes its PNG file to `use`.
 * Deletes the file afterwards.
 */
export async function withFrame<T>(
  tools: MediaTools,
  asset: FrameSource,
  use: (path: string) => Promise<T>,
): Promise<T> {
  return inTemporary(async (temporary) => {
    const [part, path] = [join(temporary, "part.mp4"), join(temporary, "frame.png")];
    await writeFile(part, (await partAt(asset, Math.min(8, asset.duration * 0.15))).bytes);
    // The thumbnail filter picks the frame that is nearest to the average of 60, which avoids black frames and closed
    // eyes.
    const args = [
      ["-v", "error", "-nostdin", ...OWN_INPUT, "-i", `file:${part}`, "-map", "0:v:0"],
      ["-vf", "thumbnail=60", "-frames:v", "1", "-compression_level", "1", "-y", path],
    ].flat();
    await runMedia(tools, "ffmpeg", args, { reads: [], writes: [temporary], wallSeconds: 60 });
    return use(path);
  });
}

/** Extracts the frame that a prepared asset shows at a second, as a file of this type, and passes it to `use`. */
export async function withFrameAt<T>(
  tools: MediaTools,
  asset: FrameSource & { at: number; type: "png" | "jpg" },
  use: (path: string) => Promise<T>,
): Promise<T> {
  return inTemporary(async (temporary) => {
    const [part, path] = [join(temporary, "part.mp4"), join(temporary, `frame.${asset.type}`)];
    const at = Math.max(0, Math.min(asset.at, asset.duration - LAST_SECONDS));
    const { bytes, start } = await partAt(asset, at);
    await writeFile(part, bytes);
    const args = [
      ["-v", "error", "-nostdin", ...OWN_INPUT, "-ss", (at - start).toFixed(3), "-i", `file:${part}`],
      ["-map", "0:v:0", "-frames:v", "1", ...(asset.type === "jpg" ? ["-q:v", "3"] : []), "-y", path],
    ].flat();
    await runMedia(tools, "ffmpeg", args, { reads: [], writes: [temporary], wallSeconds: 20 });
    return use(path);
  });
}

async function inTemporary<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const temporary = await mkdtemp(join(tmpdir(), "cliffhanger-frame-"));
  try {
    return await work(temporary);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Returns the two segments from a given time as a standalone video, so that nothing before them is decoded. */
async function partAt(
  asset: Pick<FrameSource, "read" | "label">,
  seconds: number,
): Promise<{ bytes: Buffer; start: number }> {
  const files = renditionFiles(asset.label);
  const segments = parseSegments((await asset.read(files.playlist)).toString());
  const starts: number[] = [];
  let at = 0;
  for (const { duration } of segments) {
    starts.push(at);
    at += duration;
  }
  const first = Math.max(
    0,
    starts.findLastIndex((start) => start <= seconds),
  );
  const names = [files.init, ...segments.slice(first, first + 2).map(({ file }) => file)];
  const parts = await Promise.all(names.map(asset.read));
  if (parts.length < 2) throw new MediaError((t) => t("pictureFault.noFrame"));
  return { bytes: Buffer.concat(parts), start: starts[first] ?? 0 };
}
