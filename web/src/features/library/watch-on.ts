import type { HistoryRow } from "./queries.ts";

/** Where a series goes on, as its row of the history says it. */
export interface WatchOn {
  /** The episode that comes. */
  number: number;
  /** How much of it is watched, 0 to 1. */
  share: number;
  href: string;
}

/** Where a series goes on: in the episode watched last, after its end at the next one; null where all is watched. */
export function watchOn({ series, episode, position, duration, done }: HistoryRow): WatchOn | null {
  const address = `/videos/${series.id}`;
  if (!done) return { number: episode.number, share: duration > 0 ? position / duration : 0, href: address };
  const number = episode.number + 1;
  return number > series.episodeCount ? null : { number, share: 0, href: `${address}?ep=${number}` };
}
