import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { initialState, type PlayerState } from "./player-state.ts";
import type { Player } from "./player-store.ts";
import { followProgress, type ProgressEvent } from "./progress-events.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a player with a manual state, and records its reports. */
function setUp() {
  let state = initialState;
  const listeners = new Set<() => void>();
  const moments: ProgressEvent[] = [];
  const player = {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Player;
  const stop = followProgress(player, (moment) => moments.push(moment));
  function to(change: Partial<PlayerState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  function open(episodeId: string, at = 0): void {
    to({ ...initialState, episodeId, time: at, duration: 90 });
    to({ status: "playing", started: true });
  }
  function play(seconds: number): void {
    for (let step = 0; step < seconds * 4; step += 1) to({ time: state.time + 0.25 });
  }
  const reports = () =>
    moments.splice(0).map(({ episodeId, position, isChange }) => [episodeId, position, isChange]);
  return { to, open, play, reports, stop, moments };
}

test("R14: an episode counts after three seconds of playback; a shorter view is not reported", () => {
  const { to, open, play, reports } = setUp();
  open("e1");
  play(2.75);
  to({ status: "paused" });
  open("e2");
  expect(reports()).toEqual([]);
  play(3);
  expect(reports()).toEqual([["e2", 3, true]]);
});

test("R14: three seconds count from where the episode was resumed", () => {
  const { open, play, reports } = setUp();
  open("e1", 40);
  play(2.75);
  expect(reports()).toEqual([]);
  play(0.25);
  expect(reports()).toEqual([["e1", 43, true]]);
});

test("R22: every second of playback is reported, a pause as a change", () => {
  const { to, open, play, reports } = setUp();
  open("e1");
  play(5.5);
  to({ status: "paused" });
  expect(reports()).toEqual([
    ["e1", 3, true],
    ["e1", 4, false],
    ["e1", 5, false],
    ["e1", 5.5, true],
  ]);
});

test("R22: of a search through the episode only its end is reported", () => {
  const { to, open, play, reports } = setUp();
  open("e1");
  play(3);
  reports();
  for (const time of [20, 40, 60]) to({ time });
  expect(reports()).toEqual([]);
  vi.advanceTimersByTime(600);
  expect(reports()).toEqual([["e1", 60, true]]);
  to({ time: 10 });
  vi.advanceTimersByTime(600);
  expect(reports()).toEqual([["e1", 10, true]]);
});

test("R22: an episode that is left is reported at its last position", () => {
  const { open, play, reports, stop } = setUp();
  open("e1");
  play(4.5);
  open("e2");
  play(3.25);
  stop();
  expect(reports()).toEqual([
    ["e1", 3, true],
    ["e1", 4, false],
    ["e1", 4.5, true],
    ["e2", 3, true],
    ["e2", 3.25, true],
  ]);
});

test("R22: an episode that ends is done, once, although the browser pauses first", () => {
  const { to, open, play, moments, stop } = setUp();
  open("e1", 86);
  play(3.75);
  moments.splice(0);
  to({ time: 89.9 });
  to({ status: "paused" });
  to({ status: "ended", time: 90 });
  stop();
  expect(moments).toEqual([{ episodeId: "e1", position: 90, duration: 90, done: true, isChange: true }]);
});
