import { stat } from "node:fs/promises";
import { hashOf } from "#platform/storage";
import { nameOf } from "#platform/terminal";
import { type CaptionText, readCaption } from "./captions.ts";
import { MediaError, type MediaTools } from "./confine.ts";
import { chooseSubtitles } from "./embedded.ts";
import { assertWhole, measureLength } from "./length.ts";
import type { LintFinding, ReadableEpisode, Report } from "./lint-findings.ts";
import { lintPictures } from "./lint-pictures.ts";
import { plural } from "./lint-report.ts";
import { lintSeries } from "./lint-series.ts";
import { loudnessWarning, normaliseLoudness } from "./loudness.ts";
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
  onFile: (textLine: string) => void = () => undefined,
): Promise<Report> {
  let folder: SeriesFolder;
  try {
    folder = await readSeriesFolder(path);
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return { path, series: null, findings: [{ severity: "error", text: error.message }] };
  }
  const findings: LintFinding[] = folder.warnings.map((text) => ({ severity: "warning", text }));
  const episodes: ReadableEpisode[] = [];
  for (const episode of folder.episodes) {
    const known = findings.length;
    const readable = await readVideo(tools, episode, findings);
    if (readable) episodes.push(readable);
    onFile(fileLine(episode, readable, findings.slice(known)));
  }
  const captioned = folder.episodes.map(
    (episode) => episodes.find(({ path: each }) => each === episode.path) ?? episode,
  );
  findings.push(...lintSeries({ ...folder, episodes: captioned }, episodes), ...(await lintPictures(folder)));
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
    findings: findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]),
  };
}

/** Summarises a file after it was read: its size and length, or what is wrong with it. */
function fileLine(
  episode: EpisodeFile,
  readable: ReadableEpisode | null,
  findings: readonly LintFinding[],
): string {
  const found = readable?.found;
  const state = found
    ? `${found.width}×${found.height}, ${clockTime(found.duration)}`
    : (findings.find(({ severity }) => severity === "error")?.text ?? "cannot be read");
  const more = found && findings.length > 0 ? `, ${plural(findings.length, "finding")}` : "";
  return `  ${found ? `${nameOf(episode.path)}: ` : ""}${state}${more}`;
}

async function readVideo(
  tools: MediaTools,
  episode: EpisodeFile,
  findings: LintFinding[],
): Promise<ReadableEpisode | null> {
  const name = nameOf(episode.path);
  try {
    if (!(await stat(episode.path)).isFile()) throw new MediaError((t) => t("mediaFault.notFile", { name }));
    const found = await probe(tools, episode.path);
    assertWhole(name, await measureLength(tools, episode.path, found.videoStream), found.duration);
    findings.push(...found.leftOut.map((text): LintFinding => ({ severity: "warning", text })));
    const beside = episode.captions.map(({ language }) => language);
    const subtitles = chooseSubtitles(name, found.subtitles, beside);
    findings.push(...subtitles.notes.map((text): LintFinding => ({ severity: "note", text })));
    if (!found.audio) findings.push({ severity: "warning", text: `${name} has no sound.` });
    else {
      const normalisation = await normaliseLoudness(tools, episode.path, found);
      const warning = normalisation.before
        ? loudnessWarning(name, normalisation)
        : `${name} has a sound track in which nothing is heard.`;
      if (warning) findings.push({ severity: "warning", text: warning });
    }
    for (const { path, language } of episode.captions) {
      const text = await readCaption(path, language).catch((error: unknown) => {
        findings.push({ severity: "error", text: faultOf(error, path) });
      });
      if (text) findings.push(...lateCaptions(nameOf(path), text, found.duration));
    }
    const embedded = subtitles.chosen.map(({ language }) => ({ path: episode.path, language }));
    const captions = [...episode.captions, ...embedded];
    return { ...episode, captions, name, found, hash: await hashOf(episode.path) };
  } catch (error) {
    findings.push({ severity: "error", text: faultOf(error, episode.path) });
    return null;
  }
}

function lateCaptions(name: string, { end }: CaptionText, duration: number): LintFinding[] {
  if (end <= duration + LATE_SECONDS) return [];
  const [last, whole] = [end, duration].map((seconds) => seconds.toFixed(1));
  return [
    { severity: "warning", text: `${name} ends at ${last} s, after the video, which lasts ${whole} s.` },
  ];
}
