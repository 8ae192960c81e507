import type { PlayerState } from "./player-state.ts";
import type { Player } from "./player-store.ts";

/** Seconds of an episode that must be played before it counts as watched (R14). */
const COUNTS_AFTER_S = 3;

/** A search through the episode is over after this many milliseconds without another seek. */
const SEARCH_END_MS = 600;

/** The viewer's position in an episode. */
export interface ProgressEvent {
  episodeId: string;
  position: number;
  duration: number;
  done: boolean;
  /** Whether the viewer acted, or the episode started to count or ended; false when only time has passed. */
  isChange: boolean;
}

/**
 * Reports the viewer's position every second of playback, and at each change. Nothing is reported before three
 * seconds of an episode were played, so that swiping past leaves no trace. Returns a function that stops it.
 */
export function followProgress(player: Player, onProgress: (moment: ProgressEvent) => void): () => void {
  let before = player.get();
  let played = 0;
  let reportedAt = Number.NaN;
  let searchTimer: ReturnType<typeof setTimeout> | undefined;

  function report(state: PlayerState, isChange: boolean, done = false): void {
    const { episodeId, duration } = state;
    if (!episodeId || (played < COUNTS_AFTER_S && !done)) return;
    reportedAt = state.time;
    onProgress({ episodeId, position: done ? duration : state.time, duration, done, isChange });
  }

  // Reports the last position of the episode that is left, unless its end was reported.
  function leave(state: PlayerState): void {
    clearTimeout(searchTimer);
    if (state.started && state.status !== "ended") report(state, true);
    played = 0;
    reportedAt = Number.NaN;
  }

  function follow(): void {
    const last = before;
    const state = player.get();
    before = state;
    if (state.episodeId !== last.episodeId) leave(last);
    else if (state.started && last.started) move(state, last);
  }

  function move(state: PlayerState, last: PlayerState): void {
    if (state.status === "ended") {
      if (last.status !== "ended") report(state, true, true);
      return;
    }
    const step = state.time - last.time;
    if (step < 0 || step > 2 * state.rate) {
      reportedAt = state.time;
      clearTimeout(searchTimer);
      searchTimer = setTimeout(() => report(player.get(), true), SEARCH_END_MS);
      return;
    }
    if (state.status === "playing") {
      const beginsToCount = played < COUNTS_AFTER_S && played + step >= COUNTS_AFTER_S;
      played += step;
      if (beginsToCount) report(state, true);
      else if (!(state.time - reportedAt < 1)) report(state, false);
    }
    // The browser also pauses at the end, right before it reports the end.
    const isAtEnd = state.duration - state.time < 0.5;
    if (last.status === "playing" && state.status === "paused" && !isAtEnd) report(state, true);
  }

  const stop = player.subscribe(follow);
  return () => {
    stop();
    leave(before);
  };
}
