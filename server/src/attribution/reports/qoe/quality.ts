import { FIRST_FRAME_BOUNDS, type Figure } from "../figures.ts";

/** Playback quality over all plays of a group. */
export interface Quality {
  /** Episodes that showed a first frame. */
  plays: number;
  /** Number of starts per bucket of `firstFrameBounds`. */
  starts: number[];
  playedMs: number;
  rebufferMs: number;
  /** Viewers who left before the first frame. */
  exits: number;
  /** Playback errors by kind. */
  errors: Map<string, number>;
}

/** Sums figures into one quality. */
export function qualityOf(figures: Iterable<Figure>): Quality {
  const quality: Quality = {
    plays: 0,
    starts: FIRST_FRAME_BOUNDS.map(() => 0),
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
  const at = FIRST_FRAME_BOUNDS.indexOf(Number(detail));
  if (detail !== "" && at >= 0) quality.starts[at] = (quality.starts[at] ?? 0) + amount;
}

/**
 * Returns the time in milliseconds within which this share of plays showed the first frame, by its bucket; null
 * without data.
 */
export function firstFrame({ starts }: Quality, share: number): number | null {
  const total = starts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = total * share;
  let before = 0;
  for (const [at, count] of starts.entries()) {
    if (count > 0 && before + count >= wanted) {
      const from = FIRST_FRAME_BOUNDS[at - 1] ?? 0;
      const to = FIRST_FRAME_BOUNDS[at] ?? from;
      return from + ((wanted - before) / count) * (to - from);
    }
    before += count;
  }
  return null;
}

/** Returns rebuffering as a share of playing and rebuffering time; null without data. */
export function rebufferShare({ playedMs, rebufferMs }: Quality): number | null {
  return playedMs + rebufferMs === 0 ? null : rebufferMs / (playedMs + rebufferMs);
}

/** Returns the share of starts that were left before the first frame; null without data. */
export function exitShare({ plays, exits }: Quality): number | null {
  return plays + exits === 0 ? null : exits / (plays + exits);
}

/** Groups figures by a key, in order of first occurrence. */
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
