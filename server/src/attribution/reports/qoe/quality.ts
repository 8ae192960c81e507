import { type Figure, firstFrameBounds } from "../figures.ts";

/** How well playing went, of all plays of some kind together. */
export interface Quality {
  /** Episodes that showed a first picture. */
  plays: number;
  /** How many of them took up to so many milliseconds, in the order of `firstFrameBounds`. */
  starts: number[];
  playedMs: number;
  rebufferMs: number;
  /** Left before a picture came. */
  exits: number;
  /** Episodes that could not go on, by kind. */
  errors: Map<string, number>;
}

/** Adds figures up. */
export function qualityOf(figures: Iterable<Figure>): Quality {
  const quality: Quality = {
    plays: 0,
    starts: firstFrameBounds.map(() => 0),
    playedMs: 0,
    rebufferMs: 0,
    exits: 0,
    errors: new Map(),
  };
  for (const figure of figures) addTo(quality, figure);
  return quality;
}

function addTo(quality: Quality, { figure, detail, amount }: Figure): void {
  if (figure === "played_ms") quality.playedMs += amount;
  if (figure === "rebuffer_ms") quality.rebufferMs += amount;
  if (figure === "exits") quality.exits += amount;
  if (figure === "error") quality.errors.set(detail, (quality.errors.get(detail) ?? 0) + amount);
  if (figure !== "first_frame") return;
  quality.plays += amount;
  const at = firstFrameBounds.indexOf(Number(detail));
  if (detail !== "" && at >= 0) quality.starts[at] = (quality.starts[at] ?? 0) + amount;
}

/** Milliseconds in which this share of plays showed their first picture, by its bucket; null where none told. */
export function firstFrame({ starts }: Quality, share: number): number | null {
  const total = starts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = total * share;
  let before = 0;
  for (const [at, count] of starts.entries()) {
    if (count > 0 && before + count >= wanted) {
      const from = firstFrameBounds[at - 1] ?? 0;
      const to = firstFrameBounds[at] ?? from;
      return from + ((wanted - before) / count) * (to - from);
    }
    before += count;
  }
  return null;
}

/** Waiting in the middle, as a share of all the time that an episode was on; null where nobody told. */
export function rebufferShare({ playedMs, rebufferMs }: Quality): number | null {
  return playedMs + rebufferMs === 0 ? null : rebufferMs / (playedMs + rebufferMs);
}

/** Those who left before a picture came, of all who began; null where nobody did. */
export function exitShare({ plays, exits }: Quality): number | null {
  return plays + exits === 0 ? null : exits / (plays + exits);
}

/** Figures by what they are of, in the order of their first ones. */
export function groupBy<F extends Figure>(
  figures: readonly F[],
  keyOf: (figure: F) => string,
): Map<string, F[]> {
  const groups = new Map<string, F[]>();
  for (const figure of figures) {
    const group = groups.get(keyOf(figure));
    if (group) group.push(figure);
    else groups.set(keyOf(figure), [figure]);
  }
  return groups;
}
