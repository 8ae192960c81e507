import { stat } from "node:fs/promises";
import { hashOf } from "#platform/storage";
import { nameOf } from "#platform/terminal";
import { type CaptionText, readCaption } from "./captions.ts";
import { MediaError, type MediaTools } from "./confine.ts";
import { chooseSubtitles } from "./embedded.ts";
import { assertWhole, measureLength } from "./length.ts";
import { lintPictures } from "./lint-pictures.ts";
import type { LookedAt, Remark, Report } from "./lint-remarks.ts";
import { plural } from "./lint-report.ts";
import { lintSeries } from "./lint-series.ts";
import { levelRemark, levelSound } from "./loudness.ts";
import { probe } from "./probe.ts";
import { clockTime } from "./progress-view.ts";
import { faultOf } from "./read-episode.ts";
import { type EpisodeFile, readSeriesFolder, type SeriesFolder } from "./series-folder.ts";

const LATE_SECONDS = 0.5;
const RANK = { error: 0, warning: 1, note: 2 };

/** Checks a series folder without changing anything. `onFile` receives a line for each video after it was read. */
export async function lintFolder(
  tools: MediaTools,
  path: string,
  onFile: (line: string) => void = () => undefined,
): Promise<Report> {
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
    const known = remarks.length;
    const looked = await lookAt(tools, episode, remarks);
    if (looked) episodes.push(looked);
    onFile(fileLine(episode, looked, remarks.slice(known)));
  }
  const captioned = folder.episodes.map(
    (episode) => episodes.find(({ path: each }) => each === episode.path) ?? episode,
  );
  remarks.push(...lintSeries({ ...folder, episodes: captioned }, episodes), ...(await lintPictures(folder)));
  const [title = nameOf(path)] = Object.values(folder.title);
  return {
    path,
    series: {
      title,
      episodes: folder.episodes.length,
      free: folder.about.free,
      seconds: episodes.reduce((sum, episode) => sum + episode.found.duration, 0),
      languages: [
        ...new Set(captioned.flatMap((each) => each.captions.map((one) => one.language))),
      ].toSorted(),
    },
    remarks: remarks.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]),
  };
}

/** Summarises a file after it was read: its size and length, or what is wrong with it. */
function fileLine(episode: EpisodeFile, looked: LookedAt | null, remarks: readonly Remark[]): string {
  const found = looked?.found;
  const state = found
    ? `${found.width}×${found.height}, ${clockTime(found.duration)}`
    : (remarks.find(({ severity }) => severity === "error")?.text ?? "cannot be read");
  const more = found && remarks.length > 0 ? `, ${plural(remarks.length, "remark")}` : "";
  return `  ${found ? `${nameOf(episode.path)}: ` : ""}${state}${more}`;
}

async function lookAt(tools: MediaTools, episode: EpisodeFile, remarks: Remark[]): Promise<LookedAt | null> {
  const name = nameOf(episode.path);
  try {
    if (!(await stat(episode.path)).isFile()) throw new MediaError(`${name} is not a file.`);
    const found = await probe(tools, episode.path);
    assertWhole(name, await measureLength(tools, episode.path, found.videoStream), found.duration);
    remarks.push(...found.leftOut.map((text): Remark => ({ severity: "warning", text })));
    const beside = episode.captions.map(({ language }) => language);
    const subtitles = chooseSubtitles(name, found.subtitles, beside);
    remarks.push(...subtitles.remarks.map((text): Remark => ({ severity: "note", text })));
    if (!found.audio) remarks.push({ severity: "warning", text: `${name} has no sound.` });
    else {
      const levelling = await levelSound(tools, episode.path, found);
      const remark = levelling.before
        ? levelRemark(name, levelling)
        : `${name} has a sound track in which nothing is heard.`;
      if (remark) remarks.push({ severity: "warning", text: remark });
    }
    for (const { path, language } of episode.captions) {
      const text = await readCaption(path, language).catch((error: unknown) => {
        remarks.push({ severity: "error", text: faultOf(error, path) });
      });
      if (text) remarks.push(...lateCaptions(nameOf(path), text, found.duration));
    }
    const embedded = subtitles.chosen.map(({ language }) => ({ path: episode.path, language }));
    const captions = [...episode.captions, ...embedded];
    return { ...episode, captions, name, found, hash: await hashOf(episode.path) };
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
