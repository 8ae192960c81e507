import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render, unmount } from "../../test/fake-hooks.ts";
import { useAutoplay } from "./use-autoplay.ts";

vi.mock("react", async () => (await import("../../test/fake-hooks.ts")).fakeReact);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  const entry = { state: null as unknown };
  vi.stubGlobal("history", {
    get state() {
      return entry.state;
    },
    replaceState: (state: unknown) => (entry.state = state),
  });
});
afterEach(() => {
  unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Shows a page that goes on after two seconds, for as long. Returns the seconds that it showed at first. */
function showPage(goOn: () => void): number | null {
  const first = render(() => useAutoplay(2, goOn)).left;
  for (let second = 0; second < 2; second += 1) {
    vi.advanceTimersByTime(1000);
    render(() => useAutoplay(2, goOn));
  }
  unmount();
  return first;
}

test("R27: a paid order goes on by itself once: who comes back to it by Back stays", () => {
  const goOn = vi.fn<() => void>();
  expect(showPage(goOn)).toBe(2);
  expect(goOn).toHaveBeenCalledOnce();
  expect(showPage(goOn)).toBeNull();
  expect(goOn).toHaveBeenCalledOnce();
});

test("R27: a paid order that its buyer stayed on, or left by themselves, does not go on when they come back", () => {
  const goOn = vi.fn<() => void>();
  expect(render(() => useAutoplay(2, goOn)).left).toBe(2);
  window.dispatchEvent(new Event("pointerdown"));
  unmount();
  expect(showPage(goOn)).toBeNull();
  expect(goOn).not.toHaveBeenCalled();
});
