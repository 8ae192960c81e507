import type { Episode } from "@cliffhanger/contract";
import { chooseEpisode } from "@cliffhanger/contract/resume";

/**
 * Where the story goes on once it is paid for: the episode that the order was opened from, else where its viewer is in the
 * series, else the first that was not free, which is what a purchase opens.
 * @param last the id of the episode watched last
 */
export function episodeAfterPaying<
  E extends Pick<Episode, "id" | "number" | "free" | "locked" | "duration" | "progress">,
>(episodes: readonly E[], asked: string | null, last: string | null | undefined): E | null {
  const waited = episodes.find(({ id }) => id === asked);
  if (waited) return waited;
  if (episodes.some(({ id }) => id === last)) return chooseEpisode(episodes, null, last);
  return episodes.find(({ free }) => !free) ?? episodes[0] ?? null;
}
