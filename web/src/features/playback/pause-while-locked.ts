import { openEpisode } from "./player-state.ts";
import type { Player } from "./player-store.ts";

/** Keeps an episode silent from when its right ends until it is there again. */
export interface Lock {
  /**
   * Sets whether an episode is locked. While it is, what was open of it is paused; then it goes on, if it was playing. Returns a
   * function that ends watching it.
   */
  set(episodeId: string, locked: boolean): () => void;
}

/** Creates the lock of a player. The paywall covers only the picture of what was buffered before. */
export function createLock(player: Player): Lock {
  let closed: string | null = null;
  let isInterrupted = false;

  function silence(episodeId: string): void {
    const state = player.get();
    if (openEpisode(state) !== episodeId) return;
    if (closed !== episodeId) isInterrupted = false;
    closed = episodeId;
    if (state.status !== "playing" && state.status !== "loading") return;
    isInterrupted = true;
    player.pause();
  }

  function goOn(episodeId: string): void {
    const state = player.get();
    const isOpen = closed === episodeId && openEpisode(state) === episodeId;
    closed = null;
    if (!isOpen) return;
    // Without a grant it could not load the rest.
    if (state.status === "failed") player.retry();
    else if (isInterrupted) player.play();
  }

  return {
    set(episodeId, locked) {
      if (locked) silence(episodeId);
      else goOn(episodeId);
      return locked ? player.subscribe(() => silence(episodeId)) : () => undefined;
    },
  };
}
