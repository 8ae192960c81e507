import type { PointerEvent } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render, unmount } from "../../../test/fake-hooks.ts";
import { createVisitStore } from "../../lib/visit-storage.ts";
import { createPlayer } from "./player-store.ts";
import { useTaps } from "./use-taps.ts";

vi.mock("react", async () => (await import("../../../test/fake-hooks.ts")).fakeReact);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  unmount();
  vi.useRealTimers();
});

/** Holds the picture of a playing episode until it plays fast. */
function held() {
  const player = createPlayer(
    () => Promise.reject(new Error("Nothing loads here.")),
    createVisitStore(() => null),
    { episodes: [{ id: "e1", number: 1, locked: false }], episodeId: "e1" },
  );
  const playing = { ...player, get: () => ({ ...player.get(), status: "playing" as const }) };
  const taps = () => render(() => useTaps(playing, () => undefined));
  const press = { isPrimary: true, button: 0, clientX: 5, clientY: 5, timeStamp: 0 };
  taps().handlers.onPointerDown(press as PointerEvent<HTMLElement>);
  vi.advanceTimersByTime(500);
  expect(player.get().rate).toBe(2);
  expect(taps().fast).toBe(true);
  return { player, taps };
}

test("R14: an episode that ends in the paywall under a held finger gives back the viewer's speed", () => {
  const { player } = held();
  unmount();
  expect(player.get().rate).toBe(1);
});

test("R14: a mouse that is released beside the picture gives back the viewer's speed", () => {
  const { player, taps } = held();
  taps().handlers.onPointerLeave();
  expect(player.get().rate).toBe(1);
  expect(taps().fast).toBe(false);
});
