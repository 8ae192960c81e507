import { useEffect, useEffectEvent } from "react";
import { savesData } from "../../lib/saves-data.ts";
import { type Player, usePlayer } from "./player-store.ts";

// The next episode is prepared only once this much of the current one is buffered: it must not take its bandwidth. No
// more than the engine buffers on a fast connection, or it would never be prepared.
const ENOUGH_AHEAD_S = 5;

interface NextEpisode {
  /** Requests the address of the next episode. That costs little, so it happens on every network. */
  request: () => void;
  /** Loads one rendition and one segment of it, which a swipe needs to show a picture. */
  prepare: () => void;
  /** Whether its address is known and the viewer does not save data. */
  mayPrepare: boolean;
}

/** Prefetches the next episode in two steps that follow the buffer of the current one. */
export function useNextEpisode(
  player: Player,
  episodeId: string,
  { request, prepare, mayPrepare }: NextEpisode,
): void {
  const shows = usePlayer(player, (state) => state.started && state.episodeId === episodeId);
  const isBuffered = usePlayer(player, (state) => {
    const { ahead, time, duration, started } = state;
    if (!started || state.episodeId !== episodeId) return false;
    return ahead >= ENOUGH_AHEAD_S || (duration > 0 && time + ahead > duration - 0.5);
  });
  const onShown = useEffectEvent(request);
  const onBuffered = useEffectEvent(prepare);
  // For each episode again: a prepared one shows a frame from its first moment on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another episode needs another request
  useEffect(() => {
    if (shows) return runInTask(onShown);
    return undefined;
  }, [shows, episodeId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: likewise
  useEffect(() => {
    if (isBuffered && mayPrepare && !savesData()) return runInTask(onBuffered);
    return undefined;
  }, [isBuffered, mayPrepare, episodeId]);
}

// Runs in a later task so that the screen renders first. Returns a function that cancels it.
function runInTask(act: () => void): () => void {
  const timer = setTimeout(() => act());
  return () => clearTimeout(timer);
}
