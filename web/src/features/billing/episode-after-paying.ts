import type { Episode } from "@cliffhanger/contract";
import { chooseEpisode } from "@cliffhanger/contract/resume";

/**
 * Returns the episode to continue with after a payment: the one that the order was opened from, else the viewer's
 * position in the series, else the first episode that is not free.
 * @param lastWatchedId the id of the episode watched last
 */
export function episodeAfterPaying<
  E extends Pick<Episode, "id" | "number" | "free" | "locked" | "duration" | "progress">,
>(episodes: readonly E[], requestedId: string | null, lastWatchedId: string | null | undefined): E | null {
  const requested = episodes.find(({ id }) => id === requestedId);
  if (requested) return requested;
  if (episodes.some(({ id }) => id === lastWatchedId)) return chooseEpisode(episodes, null, lastWatchedId);
  return episodes.find(({ free }) => !free) ?? episodes[0] ?? null;
}
