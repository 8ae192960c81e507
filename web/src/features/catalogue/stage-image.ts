import type { Episode, Image, Series } from "@cliffhanger/contract";

/** The width of the player's still: the screen on a phone, a 9:16 column next to the text from 768 px. */
export const STAGE_SIZES = "(width >= 48rem) 450px, 100vw";

/** Returns the picture behind the player before the first frame: the episode's still, else the series' cover. */
export function stageImage(series: Series, episode: Episode | null): Image {
  return episode?.thumbnail ?? series.cover;
}
