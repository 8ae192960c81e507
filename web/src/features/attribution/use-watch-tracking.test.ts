import { expect, test, vi } from "vitest";
import { type AppEvent, onTrack } from "../../lib/track.ts";
import type { TrackedPlayer } from "./track-playback.ts";
import { useWatchTracking } from "./use-watch-tracking.ts";

// Effects without a document: each runs again when its dependencies change, and an event has its newest function.
const hooks = vi.hoisted(() => ({
  at: 0,
  kept: [] as { deps?: unknown[]; undo?: unknown; event?: (...args: unknown[]) => unknown }[],
}));
vi.mock("react", () => {
  function next() {
    const kept = hooks.kept[hooks.at] ?? {};
    hooks.kept[hooks.at] = kept;
    hooks.at += 1;
    return kept;
  }
  return {
    useEffect(run: () => unknown, deps: unknown[]) {
      const kept = next();
      if (kept.deps && deps.every((one, at) => one === kept.deps?.[at])) return;
      if (typeof kept.undo === "function") kept.undo();
      Object.assign(kept, { deps, undo: run() });
    },
    useEffectEvent(event: (...args: unknown[]) => unknown) {
      const kept = next();
      kept.event = event;
      return (...args: unknown[]) => kept.event?.(...args);
    },
  };
});

function render(component: () => void): void {
  hooks.at = 0;
  component();
}

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
