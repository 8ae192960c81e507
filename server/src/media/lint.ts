import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { hashOf } from "#platform/storage";
import { type CaptionText, readCaption } from "./captions.ts";
import { MediaError, type MediaTools } from "./confine.ts";
import { assertWhole, measureLength } from "./length.ts";
import { lintPictures } from "./lint-pictures.ts";
import { lintSeries } from "./lint-series.ts";
import { measureLoudness } from "./loudness.ts";
import { type Probe, probe } from "./probe.ts";
import { faultOf } from "./read-episode.ts";
import { type EpisodeFile, readSeriesFolder, type SeriesFolder } from "./series-folder.ts";

/** What a person should know of a folder before it is taken in. An error keeps something from being taken in. */
export interface Remark {
  severity: "error" | "warning" | "note";
  text: string;
}

/** A folder, looked through. `seconds` of all episodes that can be read; null where the folder itself cannot. */
export interface Report {
  path: string;
  series: { title: string; episodes: number; free: number; seconds: number; languages: string[] } | null;
  remarks: Remark[];
}

/** An episode whose video can be read. */
export interface LookedAt extends EpisodeFile {
  name: string;
  found: Probe;
  hash: string;
}

const LATE_SECONDS = 0.5;
const RANK = { error: 0, warning: 1, note: 2 };

/** Looks through the folder of a series, and changes nothing. */
export async function lintFolder(tools: MediaTools, path: string): Promise<Report> {
  let folder: SeriesFolder;
  try {
    folder = await readSeriesFolder(path);
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return { path, series: null, remarks: [{ severity: "error", text: error.message }] };
  }
  const remarks: Remark[] = folder.remarks.map((text) => ({ severity: "warning", text }));
  const episodes: LookedAt[] = [];
  for (const episode of folder.episodes) {
    const looked = await lookAt(tools, episode, remarks);
    if (looked) episodes.push(looked);
  }
  remarks.push(...lintSeries(folder, episodes), ...(await lintPictures(folder)));
  const [title = basename(path)] = Object.values(folder.title);
  return {
    path,
    series: {
      title,
      episodes: folder.episodes.length,
      free: folder.about.free,
      seconds: episodes.reduce((sum, episode) => sum + episode.found.duration, 0),
      languages: [
        ...new Set(folder.episodes.flatMap((each) => each.captions.map((one) => one.language))),
      ].toSorted(),
    },
    remarks: remarks.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]),
  };
}

async function lookAt(tools: MediaTools, episode: EpisodeFile, remarks: Remark[]): Promise<LookedAt | null> {
  const name = basename(episode.path);
  try {
    if (!(await stat(episode.path)).isFile()) throw new MediaError(`${name} is not a file.`);
    const found = await probe(tools, episode.path);
    assertWhole(name, await measureLength(tools, episode.path, found.videoStream), found.duration);
    remarks.push(...found.leftOut.map((text): Remark => ({ severity: "warning", text })));
    if (!found.audio) remarks.push({ severity: "warning", text: `${name} has no sound.` });
    else if (!(await measureLoudness(tools, episode.path, found)))
      remarks.push({ severity: "warning", text: `${name} has a sound track in which nothing is heard.` });
    for (const { path, language } of episode.captions) {
      const text = await readCaption(path, language).catch((error: unknown) => {
        remarks.push({ severity: "error", text: faultOf(error, path) });
      });
      if (text) remarks.push(...lateCaptions(basename(path), text, found.duration));
    }
    return { ...episode, name, found, hash: await hashOf(episode.path) };
  } catch (error) {
    remarks.push({ severity: "error", text: faultOf(error, episode.path) });
    return null;
  }
}

function lateCaptions(name: string, { end }: CaptionText, duration: number): Remark[] {
  if (end <= duration + LATE_SECONDS) return [];
  const [last, whole] = [end, duration].map((seconds) => seconds.toFixed(1));
  return [
    { severity: "warning", text: `${name} ends at ${last} s, after the film, which lasts ${whole} s.` },
  ];
}
