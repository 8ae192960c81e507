import type { Episode } from "@cliffhanger/contract";

/** Returns how much of an episode the viewer has watched, 0 to 1; it is 1 only when the episode is done. */
export function shareOf({ duration, progress }: Pick<Episode, "duration" | "progress">): number {
  if (!progress || progress.done) return progress ? 1 : 0;
  return duration > 0 ? Math.min(0.99, progress.position / duration) : 0;
}
