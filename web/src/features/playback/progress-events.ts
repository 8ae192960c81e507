import type { PlayerState } from "./player-state.ts";
import type { Player } from "./player-store.ts";

/** Seconds of an episode that must have been played before it counts as watched (R14). */
const counts = 3;

/** Milliseconds without another jump after which a search through the episode is over. */
const settled = 600;

/** How far an episode is, for whoever keeps it. */
export interface Moment {
  episodeId: string;
  position: number;
  duration: number;
  done: boolean;
  /** The viewer did something, or the episode began to count or ended: not only another second went by. */
  turn: boolean;
}

/**
 * Tells how far the viewer is: every second of playing, and at each turn. Nothing is told of an episode until three
 * seconds of it were played, so that one who swipes past it leaves no trace. Answers how to stop.
 */
export function followMoments(player: Player, tell: (moment: Moment) => void): () => void {
  let before = player.get();
  let played = 0;
  let told = Number.NaN;
  let jump: ReturnType<typeof setTimeout> | undefined;

  function report(state: PlayerState, turn: boolean, done = false): void {
    const { episodeId, duration } = state;
    if (!episodeId || (played < counts && !done)) return;
    told = state.time;
    tell({ episodeId, position: done ? duration : state.time, duration, done, turn });
  }

  // What was open is left: its last position, unless it was told at its end.
  function leave(state: PlayerState): void {
    clearTimeout(jump);
    if (state.started && state.status !== "ended") report(state, true);
    played = 0;
    told = Number.NaN;
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
      told = state.time;
      clearTimeout(jump);
      jump = setTimeout(() => report(player.get(), true), settled);
      return;
    }
    if (state.status === "playing") {
      const began = played < counts && played + step >= counts;
      played += step;
      if (began) report(state, true);
      else if (!(state.time - told < 1)) report(state, false);
    }
    // The browser also pauses at the end, right before it says so.
    const over = state.duration - state.time < 0.5;
    if (last.status === "playing" && state.status === "paused" && !over) report(state, true);
  }

  const stop = player.subscribe(follow);
  return () => {
    stop();
    leave(before);
  };
}
