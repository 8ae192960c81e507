/** The question at the end of an episode: whether to start the next one, or whether anyone is still watching. */
export type Question = "next" | "still";

interface End {
  /** The episode after the one that ended. */
  next: { locked: boolean } | null;
  /** Whether episodes start automatically, by the viewer's preference. */
  autoplay: boolean;
  /** Whether few enough episodes started in a row without any input. */
  mayContinue: boolean;
}

/**
 * Returns what to ask before the next episode starts; null where it simply follows. The paywall and the end of the
 * series play nothing, so they always follow.
 */
export function questionAtEnd({ next, autoplay, mayContinue }: End): Question | null {
  if (!next || next.locked) return null;
  if (!autoplay) return "next";
  return mayContinue ? null : "still";
}
