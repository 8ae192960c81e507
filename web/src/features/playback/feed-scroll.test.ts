import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFeedScroll } from "./feed-scroll.ts";

/** Creates a column of sections whose layout the test sets by hand. */
class Column extends EventTarget {
  clientHeight = 800;
  scrollTop = 0;
  onscrollend = null;
  glides: number[] = [];
  scrollTo({ top, behavior }: { top: number; behavior: string }): void {
    if (behavior === "smooth") this.glides.push(top);
    else this.scrollTop = top;
  }
  querySelectorAll(): [] {
    return [];
  }
  ended(sections: number): void {
    this.scrolled(sections);
    this.dispatchEvent(new Event("scrollend"));
  }
  scrolled(sections: number): void {
    this.scrollTop = sections * this.clientHeight;
    this.dispatchEvent(new Event("scroll"));
  }
  snaps(index: number): void {
    const target = { dataset: { index: String(index) } };
    this.dispatchEvent(Object.assign(new Event("scrollsnapchanging"), { snapTargetBlock: target }));
  }
}

let resized: () => void = () => undefined;

beforeEach(() => {
  vi.stubGlobal("window", { matchMedia: () => ({ matches: false }) });
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

function setUp(index: number, scrollTop = 0) {
  const box = new Column();
  box.scrollTop = scrollTop;
  const reached: number[] = [];
  const feed = createFeedScroll(box as unknown as HTMLElement, (section) => reached.push(section));
  feed.show(index);
  feed.watch();
  feed.follow();
  function resize(height: number): void {
    box.clientHeight = height;
    resized();
  }
  return { box, feed, reached, resize };
}

test("R14: after a resize the same section is current, and nothing is reported", () => {
  const { box, reached, resize } = setUp(3);
  expect(box.scrollTop).toBe(2400);
  resize(500);
  expect(box.scrollTop).toBe(1500);
  expect(reached).toEqual([]);
});

test("R14: a swipe past the middle counts when the size changes, and one before it does not", () => {
  const { box, reached, resize } = setUp(3);
  box.scrolled(3.4);
  resize(500);
  expect([box.scrollTop, reached]).toEqual([1500, []]);
  box.scrolled(3.6);
  resize(800);
  expect([box.scrollTop, reached]).toEqual([3200, [4]]);
});

test("R14: a swipe whose end is announced ends there, whatever the size becomes meanwhile", () => {
  const { box, feed, reached, resize } = setUp(3);
  box.scrolled(3.2);
  box.snaps(4);
  feed.show(4);
  expect(reached).toEqual([4]);
  resize(500);
  expect([box.scrollTop, reached]).toEqual([2000, [4]]);
});

test("R14: a scroll by the feed ends at its section, also when the size changes meanwhile", () => {
  const { box, feed, reached, resize } = setUp(0);
  feed.show(1);
  expect(box.glides).toEqual([800]);
  box.scrolled(0.3);
  resize(500);
  expect([box.scrollTop, reached]).toEqual([500, []]);
  box.dispatchEvent(new Event("scrollend"));
  expect(reached).toEqual([]);
});

test("R14: the visible part before a resize is applied names no section", () => {
  const { box, reached } = setUp(3);
  box.clientHeight = 500;
  box.dispatchEvent(new Event("scroll"));
  box.dispatchEvent(new Event("scrollend"));
  box.snaps(5);
  expect(reached).toEqual([]);
});

test("R14: a page that opens at a section the browser kept in view stays there through a resize", () => {
  const { box, reached, resize } = setUp(3, 2400);
  resize(500);
  expect([box.scrollTop, reached]).toEqual([1500, []]);
});

// The events and positions are those that Chromium reported for a key shortly after a swipe.
test("R14: a step by key while a swipe still snaps into place ends at its section, though the snapping takes the scroll back", () => {
  const { box, feed, reached } = setUp(2);
  box.snaps(1);
  feed.show(1);
  box.scrolled(1.43);
  feed.show(0);
  expect(box.glides).toEqual([0]);
  box.ended(0.2);
  expect(box.glides).toEqual([0, 0]);
  box.ended(1);
  expect(box.glides).toEqual([0, 0, 0]);
  box.ended(0);
  expect(reached).toEqual([1]);
  box.ended(1);
  expect(reached).toEqual([1, 1]);
});

test("R14: a step back while a swipe still snaps redirects it, also where the swipe has not left its section", () => {
  const { box, feed, reached } = setUp(2);
  box.scrolled(1.6);
  box.snaps(1);
  feed.show(1);
  feed.show(2);
  expect(box.glides).toEqual([1600]);
  box.ended(1);
  expect(box.glides).toEqual([1600, 1600]);
  box.ended(2);
  expect(reached).toEqual([1]);
});

test("R14: a touch ends a scroll by the feed where the viewer leaves it", () => {
  const { box, feed, reached } = setUp(0);
  feed.show(1);
  box.scrolled(0.6);
  box.dispatchEvent(new Event("pointerdown"));
  box.ended(0);
  expect([box.glides, reached]).toEqual([[800], [0]]);
});

test("R14: what the browser announces during a touch may be about the swipe before, and leads nowhere", () => {
  const { box, reached } = setUp(0);
  box.dispatchEvent(new Event("touchstart"));
  box.scrolled(0.3);
  box.snaps(2);
  expect(reached).toEqual([]);
  box.dispatchEvent(new Event("touchend"));
  box.snaps(1);
  expect(reached).toEqual([1]);
});

test("R14: with reduced motion the next section is there at once", () => {
  vi.stubGlobal("window", { matchMedia: () => ({ matches: true }) });
  const { box, feed } = setUp(0);
  feed.show(1);
  expect([box.glides, box.scrollTop]).toEqual([[], 800]);
});
