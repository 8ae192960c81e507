import { mkdir } from "node:fs/promises";
import { nameOf } from "#platform/terminal";
import { checkAsset } from "./check.ts";
import { MediaError, type MediaTools } from "./confine.ts";
import { type EncodeProgress, encode } from "./encode.ts";
import type { Finding } from "./finding.ts";
import { iframeSize, ladder, type Profile } from "./ladder.ts";
import { assertWhole } from "./length.ts";
import { levelRemark, levelSound } from "./loudness.ts";
import { type Rendition, writePlaylists } from "./playlists.ts";
import { probe } from "./probe.ts";
import { writeStoryboard } from "./storyboard.ts";

/** A finished asset folder, described. Seconds, pixels of the largest rendition, bytes of all segments. */
export interface PreparedAsset {
  duration: number;
  width: number;
  height: number;
  renditions: Rendition[];
  bytes: number;
  /** A sentence about what did not come out as it should, where there is one. */
  remark?: string | null;
}

/** `folder` is made; it must not exist yet. */
export interface Preparation {
  source: string;
  folder: string;
  profile: Profile;
  /** What a person calls the source, where it lies under another name. */
  name?: string;
  onProgress?: (progress: EncodeProgress) => void;
  signal?: AbortSignal;
}

/**
 * From a source file to a folder that can be published as it is: probed, encoded, listed and checked.
 * Knows no database and no store; after a failure the folder is the caller's to remove.
 * @throws MediaError in a person's words
 */
export async function prepareAsset(tools: MediaTools, preparation: Preparation): Promise<PreparedAsset> {
  const { source, folder, profile, onProgress, signal, name = nameOf(source) } = preparation;
  const found = await probe(tools, source, { name, signal });
  const rungs = ladder(found, profile);
  await mkdir(folder);
  const optional = { ...(onProgress && { onProgress }), ...(signal && { signal }) };
  const levelling = await levelSound(tools, source, found, signal);
  await encode(tools, { source, name, folder, probe: found, rungs, level: levelling.filters, ...optional });
  const { renditions, duration, bytes } = await writePlaylists(folder, rungs, found.fps);
  assertWhole(name, duration, found.duration);
  await writeStoryboard(tools, folder, iframeSize(found), duration);
  const errors = (await checkAsset(folder)).filter((finding) => finding.severity === "error");
  if (errors.length > 0) throw new MediaError(`The encoded video failed its own check. ${summary(errors)}`);
  const [largest] = renditions;
  if (!largest) throw new Error("an encode without renditions");
  return {
    duration,
    width: largest.width,
    height: largest.height,
    renditions,
    bytes,
    remark: levelRemark(name, levelling),
  };
}

function summary(errors: readonly Finding[]): string {
  return errors
    .slice(0, 3)
    .map((finding) => `Rule ${finding.rule}: ${finding.message}`)
    .join(" ");
}
