// No imports except types: the browser loads these functions without the schema library.
import type { Episode } from "./catalogue.ts";

/** Within this many seconds of its start or end, an episode starts from the beginning. */
const edge = 3;

/** Seconds that are repeated, so that the viewer finds back into the scene. */
const again = 2;

/** The fields that decide where a viewer continues. */
type Watched = Pick<Episode, "id" | "number" | "locked" | "duration" | "progress">;

/**
 * Returns the episode that an address means, for browser and server alike: the one with the number; where there is none
 * such, the last watched one, or the open one after it when that is done; otherwise the first. Null when there is none.
 * @param last the id of the last watched episode
 */
export function chooseEpisode<E extends Watched>(
  episodes: readonly E[],
  number: number | null,
  last: string | null | undefined,
): E | null {
  const asked = episodes.find((episode) => episode.number === number);
  if (asked) return asked;
  const index = episodes.findIndex(({ id }) => id === last);
  const watched = episodes[index];
  if (!watched) return episodes[0] ?? null;
  const next = episodes[index + 1];
  return watched.progress?.done && next && !next.locked ? next : watched;
}

/** Returns where an episode continues, in seconds: a little before the viewer's position, 0 when it is done or hardly begun. */
export function resumePosition({ duration, progress }: Pick<Watched, "duration" | "progress">): number {
  if (!progress || progress.done) return 0;
  const { position } = progress;
  return position < edge || duration - position < edge ? 0 : position - again;
}
