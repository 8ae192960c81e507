import { useEffect, useEffectEvent } from "react";
import type { PlayerState } from "./player-state.ts";
import type { Player } from "./player-store.ts";

// Stalling this long in one episode, at a quality that the viewer chose, is too much.
const MAX_STALL_MS = 4000;

/** Resets a quality that the bandwidth cannot sustain to automatic, and calls back once. */
export function useSlowNetwork(player: Player, lowered: () => void): void {
  const onLowered = useEffectEvent(lowered);
  useEffect(() => {
    let stalledMs = 0;
    let since: number | null = null;
    let episodeId: string | null = null;
    const stalls = (state: PlayerState) => state.waiting && state.started && state.status === "playing";
    return player.subscribe(() => {
      const state = player.get();
      const now = performance.now();
      if (state.episodeId !== episodeId) {
        episodeId = state.episodeId;
        stalledMs = 0;
        since = null;
      }
      if (since !== null) stalledMs += now - since;
      since = stalls(state) ? now : null;
      if (state.quality === null || stalledMs < MAX_STALL_MS || !navigator.onLine) return;
      stalledMs = 0;
      player.setQuality(null);
      onLowered();
    });
  }, [player]);
}
