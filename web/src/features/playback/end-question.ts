/** What the player asks at the end of an episode: whether the next one should begin, or whether anybody is watching. */
export type Question = "next" | "still";

interface End {
  /** The episode after the one that ended. */
  next: { locked: boolean } | null;
  /** The viewer lets episodes follow by themselves. */
  autoplay: boolean;
  /** Not too many followed in a row without any input. */
  mayContinue: boolean;
}

/**
 * Returns what to ask before the next episode begins; null where it simply follows. The paywall and the finale play
 * nothing, so they always follow.
 */
export function questionAtEnd({ next, autoplay, mayContinue }: End): Question | null {
  if (!next || next.locked) return null;
  if (!autoplay) return "next";
  return mayContinue ? null : "still";
}
