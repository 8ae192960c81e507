import { expect, test } from "vitest";
import { measurePlays, type PlayReport } from "./play-quality.ts";
import { initialState, type PlayerState } from "./player-state.ts";
import type { Player } from "./player-store.ts";

/** Creates a player with a manual state and a manual clock. */
function setUp() {
  let now = 1000;
  let state = initialState;
  const listeners = new Set<() => void>();
  const reports: PlayReport[] = [];
  const player = {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Player;
  const meter = measurePlays(player, {
    now: () => now,
    network: () => "4g",
    report: (report) => reports.push(report),
  });
  function to(change: Partial<PlayerState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  function wait(milliseconds: number): void {
    now += milliseconds;
  }
  const open = (episodeId: string | null) =>
    to({ ...initialState, episodeId, waiting: episodeId !== null, status: episodeId ? "loading" : "idle" });
  const begin = () => to({ status: "playing", waiting: false, started: true, rendition: 720 });
  function play(seconds: number): void {
    for (let step = 0; step < seconds * 4; step += 1) {
      wait(250);
      to({ time: state.time + 0.25 });
    }
  }
  const reported = () => reports.splice(0).map(({ event, episodeId, props }) => [event, episodeId, props]);
  return { meter, to, wait, open, begin, play, reported };
}

test("the time to the first frame counts from the request of the episode, once", () => {
  const { open, wait, to, begin, play, reported } = setUp();
  open("e1");
  wait(180);
  to({ status: "playing", started: true });
  expect(reported()).toEqual([]);
  wait(20);
  begin();
  play(1);
  expect(reported()).toEqual([["first_frame", "e1", { ttff: 200, rendition: 720, network: "4g" }]]);
});

test("time that the browser waits for a tap does not count", () => {
  const { open, wait, to, begin, reported } = setUp();
  open("e1");
  wait(50);
  to({ status: "blocked", waiting: false });
  wait(9000);
  to({ status: "playing", waiting: true });
  wait(70);
  begin();
  expect(reported()).toEqual([["first_frame", "e1", { ttff: 70, rendition: 720, network: "4g" }]]);
});

test("played time, stalls and the longest-played quality are reported when the episode is left", () => {
  const { open, begin, play, to, wait, reported } = setUp();
  open("e1");
  begin();
  play(2);
  to({ waiting: true });
  wait(1500);
  to({ waiting: false, rendition: 360 });
  play(5);
  to({ status: "paused" });
  wait(60_000);
  reported();
  open("e2");
  expect(reported()).toEqual([
    ["play_end", "e1", { playedMs: 7000, rebufferMs: 1500, rendition: 360, network: "4g" }],
  ]);
});

test("a seek is not a stall", () => {
  const { open, begin, play, to, wait, reported } = setUp();
  open("e1");
  begin();
  play(1);
  to({ time: 40 });
  to({ waiting: true });
  wait(800);
  to({ waiting: false });
  play(1);
  reported();
  open(null);
  expect(reported()).toMatchObject([["play_end", "e1", { playedMs: 2000, rebufferMs: 0 }]]);
});

test("an episode left before its first frame is reported only as that", () => {
  const { open, wait, reported } = setUp();
  open("e1");
  wait(400);
  open("e2");
  expect(reported()).toEqual([["exit_before_start", "e1", { network: "4g" }]]);
});

test("a hidden page reports what was played so far, and the rest later", () => {
  const { meter, open, begin, play, reported } = setUp();
  open("e1");
  begin();
  play(3);
  reported();
  meter.onHidden();
  expect(reported()).toMatchObject([["play_end", "e1", { playedMs: 3000 }]]);
  play(2);
  meter.stop();
  expect(reported()).toMatchObject([["play_end", "e1", { playedMs: 2000 }]]);
});

test("an episode is reported at its end, and watching it again counts anew", () => {
  const { open, begin, play, to, reported } = setUp();
  open("e1");
  begin();
  play(2);
  to({ status: "ended" });
  expect(reported().at(-1)).toMatchObject(["play_end", "e1", { playedMs: 2000 }]);
  to({ status: "playing", time: 0 });
  play(1);
  open(null);
  expect(reported()).toMatchObject([["play_end", "e1", { playedMs: 1000 }]]);
});

test("a failure is reported with its kind, and leaving after it is not an exit", () => {
  const { open, to, reported } = setUp();
  open("e1");
  to({ status: "failed", failure: "media" });
  open(null);
  expect(reported()).toEqual([["play_error", "e1", { error: "media", network: "4g" }]]);
});
