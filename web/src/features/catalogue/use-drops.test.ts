import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render, unmount } from "../../../test/fake-hooks.ts";
import { useDrops } from "./use-drops.ts";

vi.mock("react", async () => (await import("../../../test/fake-hooks.ts")).fakeReact);

const MINUTE_MS = 60_000;
const page = { visibilityState: "visible" };

beforeEach(() => {
  page.visibilityState = "visible";
  vi.stubGlobal("document", page);
  vi.useFakeTimers({ now: Date.parse("2026-11-29T17:50:00Z") });
});
afterEach(() => {
  unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("G6: a page that is open when the next episode comes asks for it, and again while it is late", () => {
  const ask = vi.fn<() => void>();
  const show = (at: string | undefined) => render(() => useDrops(at, ask));
  show("2026-11-29T18:00:00Z");
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(ask, "no node may have it yet").not.toHaveBeenCalled();
  vi.advanceTimersByTime(15_000);
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(ask, "its film is late").toHaveBeenCalledTimes(2);
  show(undefined);
  vi.advanceTimersByTime(10 * MINUTE_MS);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("G6: a hidden page asks for nothing", () => {
  const ask = vi.fn<() => void>();
  page.visibilityState = "hidden";
  render(() => useDrops("2026-11-29T18:00:00Z", ask));
  vi.advanceTimersByTime(30 * MINUTE_MS);
  expect(ask).not.toHaveBeenCalled();
});
