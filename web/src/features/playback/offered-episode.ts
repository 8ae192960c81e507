import type { Episode } from "@cliffhanger/contract";

type Offered = Pick<Episode, "id" | "locked" | "progress">;

/**
 * Returns the episode that the paywall offers: the first locked one that this viewer has not finished, wherever they
 * met a lock. A buyer continues there and misses nothing.
 * @param current the episode on the screen; the server refused it, whatever a cached list says
 */
export function offeredEpisode<E extends Offered>(list: readonly E[], current: E): E {
  const isClosed = (episode: E) => episode.locked || episode.id === current.id;
  return list.find((episode) => isClosed(episode) && !episode.progress?.done) ?? current;
}
