import { expect, test, vi } from "vitest";
import { render } from "../../../test/fake-hooks.ts";
import { type AppEvent, onTrack } from "../../lib/track.ts";
import type { TrackedPlayer } from "./track-playback.ts";
import { useWatchTracking } from "./use-watch-tracking.ts";

vi.mock("react", async () => (await import("../../../test/fake-hooks.ts")).fakeReact);

function fakePlayer() {
  const listeners = new Set<() => void>();
  const state = {
    episodeId: "e1",
    status: "playing",
    started: true,
    waiting: false,
    time: 30,
    duration: 100,
  };
  const player: TrackedPlayer = {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const go = (time: number) => {
    state.time = time;
    for (const notify of listeners) notify();
  };
  return { player, go };
}

test("R86: a title in another language tracks neither the series nor the episode once more", () => {
  vi.stubGlobal("location", { pathname: "/videos/s1" });
  const tracked: AppEvent[] = [];
  onTrack((one) => tracked.push(one));
  const { player, go } = fakePlayer();
  render(() => useWatchTracking(player, { id: "s1", title: "The Glass Ferry" }));
  go(30);
  render(() => useWatchTracking(player, { id: "s1", title: "Die gläserne Fähre" }));
  go(31);
  expect(tracked.map(({ name }) => name)).toEqual(["ViewContent", "video_start", "video_progress"]);
  go(52);
  expect(tracked.at(-1)).toMatchObject({ params: { percent: 50, title: "Die gläserne Fähre" } });
});
