import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFeedScroll } from "./feed-scroll.ts";

/** Creates a column of sections whose layout the test sets by hand. */
class Column extends EventTarget {
  clientHeight = 800;
  scrollTop = 0;
  glides: number[] = [];
  scrollTo({ top, behavior }: { top: number; behavior: string }): void {
    if (behavior === "smooth") this.glides.push(top);
    else this.scrollTop = top;
  }
  querySelectorAll(): [] {
    return [];
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
