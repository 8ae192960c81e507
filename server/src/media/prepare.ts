import { mkdir } from "node:fs/promises";
import { checkAsset, type Finding } from "./check.ts";
import { MediaError, type MediaTools } from "./confine.ts";
import { type EncodeProgress, encode } from "./encode.ts";
import { ladder, type Profile } from "./ladder.ts";
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
}

/** `folder` is made; it must not exist yet. */
export interface Preparation {
  source: string;
  folder: string;
  profile: Profile;
  onProgress?: (progress: EncodeProgress) => void;
  signal?: AbortSignal;
}

/**
 * From a source file to a folder that can be published as it is: probed, encoded, listed and checked.
 * Knows no database and no store; after a failure the folder is the caller's to remove.
 * @throws MediaError in a person's words
 */
export async function prepareAsset(tools: MediaTools, preparation: Preparation): Promise<PreparedAsset> {
  const { source, folder, profile, onProgress, signal } = preparation;
  const found = await probe(tools, source, signal);
  const rungs = ladder(found, profile);
  await mkdir(folder);
  const optional = { ...(onProgress && { onProgress }), ...(signal && { signal }) };
  await encode(tools, { source, folder, probe: found, rungs, ...optional });
  const renditions = await writePlaylists(folder, rungs, found.fps);
  const smallest = renditions.at(-1);
  if (smallest) await writeStoryboard(tools, folder, smallest, found.duration);
  const errors = (await checkAsset(folder)).filter((finding) => finding.severity === "error");
  if (errors.length > 0) throw new MediaError(`The encoded video failed its own check. ${summary(errors)}`);
  const [largest] = renditions;
  if (!largest) throw new Error("an encode without renditions");
  return {
    duration: found.duration,
    width: largest.width,
    height: largest.height,
    renditions,
    bytes: renditions.reduce((sum, rendition) => sum + rendition.bytes, 0),
  };
}

function summary(errors: readonly Finding[]): string {
  return errors.slice(0, 3).map((finding) => `Rule ${finding.rule}: ${finding.message}`).join(" ");
}
