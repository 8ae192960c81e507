import type { HistoryRow } from "./queries.ts";

/** Where to continue a series, according to its history entry. */
export interface ContinuePoint {
  /** The number of the next episode. */
  number: number;
  /** How much of it is watched, 0 to 1. */
  share: number;
  href: string;
}

/**
 * Returns where to continue a series: in the last watched episode, after its end in the next one; null when all is
 * watched.
 */
export function continueAt({
  series,
  episode,
  next,
  position,
  duration,
  done,
}: HistoryRow): ContinuePoint | null {
  const address = `/videos/${series.id}`;
  if (!done) return { number: episode.number, share: duration > 0 ? position / duration : 0, href: address };
  return next === null ? null : { number: next, share: 0, href: `${address}?ep=${next}` };
}
