import { beforeEach, expect, test, vi } from "vitest";
import { type AppEvent, onTrack } from "../../lib/track.ts";
import { type TrackedPlayer, trackPlayback } from "./track-playback.ts";

let tracked: AppEvent[] = [];
beforeEach(() => {
  vi.stubGlobal("location", { pathname: "/videos/s1" });
  tracked = [];
  onTrack((one) => tracked.push(one));
});

function fakePlayer() {
  let state: ReturnType<TrackedPlayer["get"]> = {
    episodeId: "e1",
    status: "loading",
    started: false,
    waiting: true,
    time: 0,
    duration: 100,
  };
  const listeners: (() => void)[] = [];
  const subscribe = (listener: () => void) => {
    listeners.push(listener);
    return () => undefined;
  };
  trackPlayback({ get: () => state, subscribe }, () => ({ seriesId: "s1" }));
  return (next: Partial<typeof state>) => {
    state = { ...state, ...next };
    for (const notify of listeners) notify();
  };
}

test("R86: the start of an episode and each quarter are tracked once, and its end when it is reached", () => {
  const go = fakePlayer();
  go({ time: 5 });
  expect(tracked).toEqual([]);
  go({ status: "playing", started: true, waiting: false });
  for (const time of [10, 26, 27, 51, 20, 60, 80, 99]) go({ time });
  go({ status: "ended", time: 100 });
  expect(tracked.map(({ name, params }) => [name, params["percent"]])).toEqual([
    ["video_start", undefined],
    ["video_progress", 25],
    ["video_progress", 50],
    ["video_progress", 75],
    ["video_progress", 100],
  ]);
  go({ episodeId: "e2", time: 0, status: "playing" });
  expect(tracked.at(-1)).toMatchObject({ name: "video_start", params: { seriesId: "s1", episodeId: "e2" } });
});
