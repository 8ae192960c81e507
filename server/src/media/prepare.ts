import { mkdir } from "node:fs/promises";
import { nameOf } from "#platform/terminal";
import { checkAsset } from "./check.ts";
import { MediaError, type MediaTools } from "./confine.ts";
import { type EncodeProgress, encode } from "./encode.ts";
import type { Finding } from "./finding.ts";
import { iframeSize, ladder, type Profile } from "./ladder.ts";
import { assertWhole } from "./length.ts";
import { loudnessWarning, normaliseLoudness } from "./loudness.ts";
import { type Rendition, writePlaylists } from "./playlists.ts";
import { probe } from "./probe.ts";
import { writeStoryboard } from "./storyboard.ts";

/** Describes a finished asset folder: duration in seconds, pixels of the largest rendition, bytes of all segments. */
export interface PreparedAsset {
  duration: number;
  width: number;
  height: number;
  renditions: Rendition[];
  bytes: number;
  /** A sentence about a result that is not as it should be, if any. */
  warning?: string | null;
}

/** The input of `prepareAsset`. `folder` must not exist yet. */
export interface Preparation {
  source: string;
  folder: string;
  profile: Profile;
  /** Name of the source in messages, if its file has another one. */
  name?: string;
  /** Whether a web process runs on this machine. */
  besideWeb?: boolean;
  onProgress?: (progress: EncodeProgress) => void;
  signal?: AbortSignal;
}

/**
 * Turns a source file into a folder that can be published: probes, encodes, writes playlists and checks the result.
 * Uses no database and no store. After a failure the caller removes the folder.
 * @throws MediaError with a message for the operator
 */
export async function prepareAsset(tools: MediaTools, preparation: Preparation): Promise<PreparedAsset> {
  const {
    source,
    folder,
    profile,
    besideWeb = false,
    onProgress,
    signal,
    name = nameOf(source),
  } = preparation;
  const found = await probe(tools, source, { name, signal });
  const specs = ladder(found, profile);
  await mkdir(folder);
  const optional = { ...(onProgress && { onProgress }), ...(signal && { signal }) };
  const normalisation = await normaliseLoudness(tools, source, found, signal);
  await encode(tools, {
    source,
    name,
    folder,
    probe: found,
    specs,
    level: normalisation.filters,
    besideWeb,
    ...optional,
  });
  const { renditions, duration, bytes } = await writePlaylists(folder, specs, found.fps);
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
    warning: loudnessWarning(name, normalisation),
  };
}

function summary(errors: readonly Finding[]): string {
  return errors
    .slice(0, 3)
    .map((finding) => `Rule ${finding.rule}: ${finding.message}`)
    .join(" ");
}
