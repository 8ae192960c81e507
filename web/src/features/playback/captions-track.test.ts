import { afterEach, expect, test, vi } from "vitest";
import { createCaptionsTrack } from "./captions-track.ts";
import type { PlayerSlot } from "./player-slot.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

class FakeTrack extends EventTarget {
  track = new EventTarget();
  src = "";
  remove = vi.fn<() => void>();
}

test("R14: captions that could not be loaded are requested again, until others are wanted", async () => {
  vi.useFakeTimers();
  const added: FakeTrack[] = [];
  vi.stubGlobal("document", { createElement: () => new FakeTrack() });
  const slot = {
    grants: () => ({ fresh: async (url: string) => url }),
    video: { append: (track: FakeTrack) => void added.push(track) },
  } as unknown as PlayerSlot;
  const fail = (at: number) => added[at]?.dispatchEvent(new Event("error"));
  const captions = createCaptionsTrack(() => undefined);
  await captions.show(slot, { language: "en", label: "English", url: "/media/v/g/a1/en.vtt" });
  expect(captions.loaded()).toBe(true);
  fail(0);
  expect(captions.loaded()).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(added.map(({ src }) => src)).toEqual(["/media/v/g/a1/en.vtt", "/media/v/g/a1/en.vtt"]);
  fail(0);
  expect(captions.loaded(), "an earlier file's failure is not the newer one's").toBe(true);
  fail(1);
  await captions.show(slot, { language: "fr", label: "Français", url: "/media/v/g/a1/fr.vtt" });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(added.length).toBe(3);
  for (let at = 2; at < 20; at += 1) {
    fail(at);
    await vi.advanceTimersByTimeAsync(600_000);
  }
  expect(added.length, "a file that is not there is not asked for without end").toBe(9);
});
