import type { LintFinding, ReadableEpisode } from "./lint-findings.ts";
import { FREE_EPISODES } from "./names.ts";
import type { SeriesFolder } from "./series-folder.ts";

const MIN_SECONDS = 5;
/** An episode longer or shorter than the others by this factor is often the wrong file. */
const OUTLIER_FACTOR = 3;
const SHAPE_TOLERANCE = 0.03;

/** Compares the episodes of a series with each other. */
export function lintSeries(folder: SeriesFolder, episodes: readonly ReadableEpisode[]): LintFinding[] {
  return [
    ...gaps(folder),
    ...lengths(episodes),
    ...shapes(episodes),
    ...duplicates(episodes),
    ...missingCaptions(folder),
    ...checkAbout(folder),
  ];
}

function gaps({ episodes }: SeriesFolder): LintFinding[] {
  const numbers = new Set(episodes.map((episode) => episode.number));
  const missing: number[] = [];
  for (let number = 1; number < Math.max(...numbers); number += 1)
    if (!numbers.has(number)) missing.push(number);
  if (missing.length === 0) return [];
  return [
    warning(
      `${missing.length === 1 ? "Episode" : "Episodes"} ${ranges(missing)}: there is no file with that number.`,
    ),
  ];
}

/** Formats 3, 4, 5, 9 as "3 to 5, 9". */
function ranges(numbers: readonly number[]): string {
  const parts: [number, number][] = [];
  for (const number of numbers) {
    const last = parts.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts.map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`)).join(", ");
}

function lengths(episodes: readonly ReadableEpisode[]): LintFinding[] {
  const sorted = episodes.map((episode) => episode.found.duration).toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return episodes.flatMap(({ name, found: { duration } }) => {
    const lasts = `${name} lasts ${duration.toFixed(1)} s`;
    if (duration < MIN_SECONDS) return [warning(`${lasts}, which is very short for an episode.`)];
    const isOutlier = duration > median * OUTLIER_FACTOR || duration < median / OUTLIER_FACTOR;
    return isOutlier
      ? [warning(`${lasts}; the others last about ${median.toFixed(0)} s. Is it the right file?`)]
      : [];
  });
}

/** Treats the most common shape as the series' own and reports episodes that differ. */
function shapes(episodes: readonly ReadableEpisode[]): LintFinding[] {
  const shapeOf = ({ found }: ReadableEpisode) => found.width / found.height;
  const alike = (a: ReadableEpisode, b: ReadableEpisode) =>
    Math.abs(shapeOf(a) / shapeOf(b) - 1) <= SHAPE_TOLERANCE;
  const counted = episodes.map((one) => ({
    one,
    count: episodes.filter((other) => alike(one, other)).length,
  }));
  const usual = counted.toSorted((a, b) => b.count - a.count)[0]?.one;
  if (!usual) return [];
  const size = ({ found }: ReadableEpisode) => `${found.width}×${found.height}`;
  const others = episodes
    .filter((one) => !alike(one, usual))
    .map((one) => warning(`${one.name} is ${size(one)}, of another shape than the others (${size(usual)}).`));
  const isLandscape = usual.found.width > usual.found.height;
  return isLandscape
    ? [
        ...others,
        note(`The videos are wider than high (${size(usual)}): on a phone held upright they are small.`),
      ]
    : others;
}

function duplicates(episodes: readonly ReadableEpisode[]): LintFinding[] {
  return episodes.flatMap((one, index) => {
    const first = episodes.slice(0, index).find((other) => other.hash === one.hash);
    return first ? [warning(`${one.name} is the same video as ${first.name}.`)] : [];
  });
}

function missingCaptions({ episodes }: SeriesFolder): LintFinding[] {
  const languages = new Set(episodes.flatMap((each) => each.captions.map((one) => one.language)));
  return [...languages].toSorted().flatMap((language) => {
    const without = episodes.filter((each) => !each.captions.some((one) => one.language === language));
    if (without.length === 0) return [];
    const numbers = ranges(without.map((each) => each.number));
    const which = without.length === 1 ? `episode ${numbers} has` : `episodes ${numbers} have`;
    return [warning(`Captions in ${language} are there for some episodes, but ${which} none.`)];
  });
}

function checkAbout({ about: { free, synopsis }, episodes }: SeriesFolder): LintFinding[] {
  const found: LintFinding[] = [];
  // The default of free episodes may exceed the number of episodes.
  if (free > episodes.length && free !== FREE_EPISODES)
    found.push(warning(`${free} episodes are free, but there are only ${episodes.length}.`));
  if (Object.keys(synopsis).length === 0)
    found.push(note("There is no synopsis. Say one in series.yaml: viewers read it before they watch."));
  return found;
}

function warning(text: string): LintFinding {
  return { severity: "warning", text };
}

function note(text: string): LintFinding {
  return { severity: "note", text };
}
