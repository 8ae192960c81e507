// No imports but types: the browser takes these functions as they are, without the schema library.
import type { Episode } from "./catalogue.ts";

/** Seconds from an episode's start or end within which it is begun anew. */
const edge = 3;

/** Seconds that are shown once more, so that one finds back into the scene. */
const again = 2;

/** What decides where a viewer goes on. */
type Watched = Pick<Episode, "id" | "number" | "locked" | "duration" | "progress">;

/**
 * The episode that an address means, for browser and server alike: the one of that number; without a number the one
 * watched last, or the open one after it where that is done; else the first. Null while there is none.
 * @param last the id of the episode watched last
 */
export function chooseEpisode<E extends Watched>(
  episodes: readonly E[],
  number: number | null,
  last: string | null | undefined,
): E | null {
  const asked = episodes.find((episode) => episode.number === number);
  if (asked) return asked;
  const index = number === null ? episodes.findIndex(({ id }) => id === last) : -1;
  const watched = episodes[index];
  if (!watched) return episodes[0] ?? null;
  const next = episodes[index + 1];
  return watched.progress?.done && next && !next.locked ? next : watched;
}

/** Where an episode goes on, in seconds: a little before the viewer's position, 0 when it is done or hardly begun. */
export function resumePosition({ duration, progress }: Pick<Watched, "duration" | "progress">): number {
  if (!progress || progress.done) return 0;
  const { position } = progress;
  return position < edge || duration - position < edge ? 0 : position - again;
}
