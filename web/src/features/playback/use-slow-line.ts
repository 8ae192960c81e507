import { useEffect, useEffectEvent } from "react";
import type { PlayerState } from "./player-state.ts";
import type { Player } from "./player-store.ts";

// Standing still for this many milliseconds in one episode, at a quality that the viewer chose, is too much.
const tooLong = 4000;

/** On a line that is too slow for the chosen quality, leaves the choice to the player again and says so, once. */
export function useSlowLine(player: Player, lowered: () => void): void {
  const say = useEffectEvent(lowered);
  useEffect(() => {
    let still = 0;
    let since: number | null = null;
    let episodeId: string | null = null;
    const stalls = (state: PlayerState) => state.waiting && state.started && state.status === "playing";
    return player.subscribe(() => {
      const state = player.get();
      const now = performance.now();
      if (state.episodeId !== episodeId) {
        episodeId = state.episodeId;
        still = 0;
        since = null;
      }
      if (since !== null) still += now - since;
      since = stalls(state) ? now : null;
      if (state.quality === null || still < tooLong || !navigator.onLine) return;
      still = 0;
      player.setQuality(null);
      say();
    });
  }, [player]);
}
