import type { Episode } from "@cliffhanger/contract";

type Offered = Pick<Episode, "id" | "locked" | "progress">;

/**
 * Returns the episode that the paywall is about: the first one that is locked and that this viewer has not watched to its
 * end, wherever in the series they came to a lock. A buyer goes on there and misses nothing.
 * @param current the episode on the screen; the server refused it, whatever an older list says
 */
export function offeredEpisode<E extends Offered>(list: readonly E[], current: E): E {
  const isClosed = (episode: E) => episode.locked || episode.id === current.id;
  return list.find((episode) => isClosed(episode) && !episode.progress?.done) ?? current;
}
