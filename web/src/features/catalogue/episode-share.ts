import type { Episode } from "@cliffhanger/contract";

/** How much of an episode the viewer has seen, 0 to 1; only one that is done counts as whole. */
export function shareOf({ duration, progress }: Pick<Episode, "duration" | "progress">): number {
  if (!progress || progress.done) return progress ? 1 : 0;
  return duration > 0 ? Math.min(0.99, progress.position / duration) : 0;
}
