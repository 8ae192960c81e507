import { languages, type SeriesContent, type SeriesFinding } from "@cliffhanger/contract";
import type { EpisodeFilm } from "./repository.ts";

/** A finding before it is known whether somebody accepted it. */
export type Found = Omit<SeriesFinding, "accepted">;

const LATE_SECONDS = 0.5;
/** An episode longer or shorter than the others by this factor is often the wrong file. */
const ODD_FACTOR = 3;
const SMALLEST_EDGE = 720;

/**
 * Returns what keeps a series from going live, or should be looked at first. The key of a finding names what it is about, so
 * that an accepted one counts again when its film or text is another.
 */
export function findingsOf(content: SeriesContent, episodes: readonly EpisodeFilm[]): Found[] {
  return [
    ...ofSeries(content, episodes),
    ...ofOrder(episodes),
    ...episodes.flatMap(ofFilm),
    ...ofLengths(episodes),
  ];
}

function ofSeries(content: SeriesContent, episodes: readonly EpisodeFilm[]): Found[] {
  const { title, synopsis, poster, free } = content;
  const found: Found[] = [];
  if (Object.keys(title).length === 0) found.push(error("no_title"));
  if (!episodes.some(({ film }) => film?.state === "ready")) found.push(error("no_film"));
  if (!poster) found.push(error("no_poster"));
  for (const code of languages) {
    if (title[code] === undefined) found.push(warning("missing_title", code, null, code));
    if (synopsis[code] === undefined) found.push(warning("missing_synopsis", code, null, code));
  }
  if (episodes.length > 0 && free >= episodes.length)
    found.push(warning("free_over", `${free}:${episodes.length}`, free, String(episodes.length)));
  return found;
}

function ofOrder(episodes: readonly EpisodeFilm[]): Found[] {
  const numbers = new Set(episodes.map(({ number }) => number));
  const last = Math.max(0, ...numbers);
  const gaps = Array.from({ length: last }, (_, index) => index + 1).filter((number) => !numbers.has(number));
  const firstOf = new Map<string, number>();
  const equal: Found[] = [];
  for (const { number, film } of episodes) {
    if (!film) continue;
    const first = firstOf.get(film.hash);
    if (first === undefined) firstOf.set(film.hash, number);
    else equal.push(warning("equal", `${number}:${film.id}`, number, String(first)));
  }
  return [...gaps.slice(0, 100).map((number) => warning("gap", String(number), number, null)), ...equal];
}

function ofFilm({ number, film, captions, duration }: EpisodeFilm): Found[] {
  if (!film) return [];
  const about = `${number}:${film.id}`;
  if (film.state === "failed") return [warning("film_failed", about, number, film.error)];
  const found: Found[] = [];
  if (film.state !== "ready") found.push(warning("film_waiting", about, number, null));
  const { check } = film;
  if (check && !check.has_sound) found.push(warning("no_sound", about, number, null));
  if (check && check.width > check.height)
    found.push(warning("not_upright", about, number, `${check.width} × ${check.height}`));
  if (check && Math.min(check.width, check.height) < SMALLEST_EDGE)
    found.push(warning("small", about, number, `${check.width} × ${check.height}`));
  for (const { language, tail } of captions) {
    const late = lastCueEnd(tail) - duration;
    if (film.state === "ready" && late > LATE_SECONDS)
      found.push(warning("late_captions", `${about}:${language}:${late.toFixed(1)}`, number, language));
  }
  return found;
}

/** Returns the end of the last cue of a WebVTT text, in seconds. */
function lastCueEnd(tail: string): number {
  const [, hours = "0", minutes = "0", seconds = "0"] =
    [...tail.matchAll(/--> (?:(\d+):)?(\d\d):(\d\d\.\d{3})/g)].at(-1) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function ofLengths(episodes: readonly EpisodeFilm[]): Found[] {
  const known = episodes.filter(({ film, duration }) => film !== null && duration > 0);
  if (known.length < 4) return [];
  const sorted = known.map(({ duration }) => duration).toSorted((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return known
    .filter(({ duration }) => duration > usual * ODD_FACTOR || duration * ODD_FACTOR < usual)
    .map(({ number, film, duration }) =>
      warning("odd_length", `${number}:${film?.id}`, number, `${Math.round(duration)} s`),
    );
}

function error(kind: Found["kind"]): Found {
  return { key: kind, kind, severity: "error", number: null, more: null };
}

function warning(kind: Found["kind"], about: string, number: number | null, more: string | null): Found {
  return { key: `${kind}:${about}`, kind, severity: "warning", number, more };
}
