import type { Player } from "./player-store.ts";

/**
 * Reports each time that an episode has played to its end: once for each end, with the id of that episode. An effect on
 * the status would run again for the next episode while the player is still about this one. Returns how to stop.
 */
export function followEndings(player: Player, ended: (episodeId: string) => void): () => void {
  let before = player.get();
  return player.subscribe(() => {
    const last = before;
    const state = player.get();
    before = state;
    if (state.status !== "ended" || !state.episodeId) return;
    if (last.status === "ended" && last.episodeId === state.episodeId) return;
    ended(state.episodeId);
  });
}
