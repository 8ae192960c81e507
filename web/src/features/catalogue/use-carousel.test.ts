import type { RefObject } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { render, unmount } from "../../../test/fake-hooks.ts";
import { useCarousel } from "./use-carousel.ts";

vi.mock("react", async () => (await import("../../../test/fake-hooks.ts")).fakeReact);
vi.mock("../../lib/when-idle.ts", () => ({ whenIdle: () => undefined }));
afterEach(() => {
  unmount();
  vi.unstubAllGlobals();
});

test("R10: the carousel glides to the slide whose dot is tapped, and jumps there where less motion is wanted", () => {
  const scrolled: ScrollToOptions[] = [];
  const track = Object.assign(new EventTarget(), {
    scrollLeft: 0,
    clientWidth: 390,
    children: [{ offsetLeft: 0 }, { offsetLeft: 400 }],
    scrollTo: (options: ScrollToOptions) => scrolled.push(options),
    matches: () => false,
  });
  for (const matches of [false, true]) {
    vi.stubGlobal("window", { matchMedia: () => ({ matches }) });
    render(() => useCarousel({ current: track } as unknown as RefObject<HTMLElement>, 2)).show(1);
  }
  expect(scrolled).toEqual([
    { left: 400, behavior: "smooth" },
    { left: 400, behavior: "instant" },
  ]);
});
