import type { Player } from "./player-store.ts";

/**
 * Reports each time that an episode has played to its end: once for each end, with the id of that episode. An effect on
 * the status would run again for the next episode while the player is still about this one. It reports in a microtask: what
 * opens the next episode at once would otherwise keep the end from listeners that subscribed later, such as the history.
 * Returns how to stop.
 */
export function followEndings(player: Player, ended: (episodeId: string) => void): () => void {
  let before = player.get();
  let stopped = false;
  const unsubscribe = player.subscribe(() => {
    const last = before;
    const state = player.get();
    before = state;
    if (state.status !== "ended" || !state.episodeId) return;
    if (last.status === "ended" && last.episodeId === state.episodeId) return;
    const { episodeId } = state;
    queueMicrotask(() => {
      if (!stopped) ended(episodeId);
    });
  });
  return () => {
    stopped = true;
    unsubscribe();
  };
}

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
