import { track } from "../../lib/track.ts";

/** The part of a player that this module uses. */
export interface TrackedPlayer {
  subscribe(listener: () => void): () => void;
  get(): {
    episodeId: string | null;
    status: string;
    started: boolean;
    waiting: boolean;
    time: number;
    duration: number;
  };
}

const quarters = [25, 50, 75];

/**
 * Tracks the start of an episode and each of its quarters, once. Returns a function that stops.
 * @param about returns what every event says
 */
export function trackPlayback(
  player: TrackedPlayer,
  about: () => Readonly<Record<string, unknown>>,
): () => void {
  let episodeId: string | null = null;
  let tracked = new Set<number>();

  function trackOnce(percent: number): void {
    if (tracked.has(percent)) return;
    tracked.add(percent);
    const name = percent === 0 ? "video_start" : "video_progress";
    track(name, { ...about(), episodeId, ...(percent === 0 ? {} : { percent }) });
  }

  return player.subscribe(() => {
    const state = player.get();
    if (state.episodeId !== episodeId) {
      episodeId = state.episodeId;
      tracked = new Set();
    }
    if (!episodeId || !state.started) return;
    if (state.status === "ended") trackOnce(100);
    if (state.status !== "playing" || state.waiting || !(state.duration > 0)) return;
    trackOnce(0);
    for (const percent of quarters) if (state.time / state.duration >= percent / 100) trackOnce(percent);
  });
}
