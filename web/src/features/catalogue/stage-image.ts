import type { Episode, Image, Series } from "@cliffhanger/contract";

/** How wide the player's still stands: the screen on a phone, a 9:16 column beside the words from 768 px. */
export const stageSizes = "(width >= 48rem) 450px, 100vw";

/** The picture behind the player before the first frame: the episode's still, else the series' cover. */
export function stageImage(series: Series, episode: Episode | null): Image {
  return episode?.thumbnail ?? series.cover;
}
