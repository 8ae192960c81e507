import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";

interface Feed {
  /** How many sections there are; 1 until the page is taken over from the server. */
  count: number;
  /** The section to be seen. */
  index: number;
  /** The viewer moved to another section. */
  onReach: (index: number) => void;
}

// A section counts as the one that is looked at when this much of it is seen: from here on it snaps there.
const seen = 0.5;

/** CSS Scroll Snap 2; not in every browser yet. */
interface SnapEvent extends Event {
  snapTargetBlock?: Element | null;
}

/**
 * Keeps a column of full-height sections and what plays in step: a swipe tells where it went, and a change that came from
 * elsewhere scrolls there. The scrolling itself is the browser's own.
 */
export function useFeed(scroller: RefObject<HTMLElement | null>, { count, index, onReach }: Feed): void {
  // Where the feed scrolls to by itself: what it passes on the way there was not chosen by anybody.
  const bound = useRef<number | null>(null);
  const shown = useRef<number | null>(null);
  // Where the browser is taking the feed after a swipe: it needs no help to get there.
  const heading = useRef<number | null>(null);
  // The height that the scroll position belongs to. Until a resize is settled, the position names the wrong section.
  const height = useRef(0);
  const head = useEffectEvent((target: number) => {
    if (scroller.current?.clientHeight !== height.current) return;
    if (bound.current !== null || target === index) return;
    heading.current = target;
    onReach(target);
  });
  const reach = useEffectEvent((reached: number) => {
    const box = scroller.current;
    // What was seen a moment ago may be passed by now.
    if (!box || box.clientHeight !== height.current || standsAt(box) !== reached) return;
    if (bound.current !== null && bound.current !== reached) return;
    bound.current = null;
    if (reached !== index) onReach(reached);
  });

  // Before the browser paints: the sections that join above must not be seen to push.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || count < 2) return;
    const first = shown.current === null;
    shown.current = index;
    const stands = standsAt(box);
    const moving = bound.current !== null;
    const comes = heading.current === index;
    heading.current = null;
    if (comes) return;
    if (stands === index && (!moving || bound.current === index)) return;
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    // What glides already is led on: a jump into the middle of a glide would be carried on by it, past its goal.
    const glides = !first && !still && (moving || Math.abs(stands - index) === 1);
    bound.current = glides ? index : null;
    box.scrollTo({ top: index * box.clientHeight, behavior: glides ? "smooth" : "instant" });
  }, [scroller, count, index]);

  useEffect(() => {
    const box = scroller.current;
    if (!box || count < 2) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, intersectionRatio, target } of entries) {
          if (isIntersecting && intersectionRatio >= seen)
            reach(Number((target as HTMLElement).dataset["index"]));
        }
      },
      { root: box, threshold: seen },
    );
    for (const section of box.querySelectorAll("[data-index]")) watcher.observe(section);
    // A finger or a wheel takes over from whatever moved by itself.
    const release = () => {
      bound.current = null;
    };
    const arrive = () => {
      const stands = standsAt(box);
      if (bound.current === stands) release();
      // Wherever it was said to go: this is where it went.
      reach(stands);
    };
    // Where a swipe ends is known once the finger has left, a good moment before the section is seen. While the finger is
    // there, what it says may be of the swipe before.
    let touched = false;
    const touch = () => (touched = true);
    const lift = () => (touched = false);
    const snap = ({ snapTargetBlock }: SnapEvent) => {
      const target = (snapTargetBlock as HTMLElement | null)?.dataset["index"];
      if (!touched && target !== undefined) head(Number(target));
    };
    const control = new AbortController();
    const on = (name: string, act: (event: Event) => void) =>
      box.addEventListener(name, act, { passive: true, signal: control.signal });
    on("pointerdown", release);
    on("wheel", release);
    on("scrollend", arrive);
    on("touchstart", touch);
    on("touchend", lift);
    on("touchcancel", lift);
    on("scrollsnapchanging", snap);
    return () => {
      watcher.disconnect();
      control.abort();
    };
  }, [scroller, count]);

  // A phone that is turned, or its address bar that goes: the same section stays.
  const settle = useEffectEvent(() => {
    const box = scroller.current;
    if (box && bound.current === null) box.scrollTo({ top: index * box.clientHeight, behavior: "instant" });
  });
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    height.current = box.clientHeight;
    const watcher = new ResizeObserver(() => {
      if (box.clientHeight === height.current) return;
      height.current = box.clientHeight;
      settle();
    });
    watcher.observe(box);
    return () => watcher.disconnect();
  }, [scroller]);
}

function standsAt(box: HTMLElement): number {
  return Math.round(box.scrollTop / box.clientHeight);
}
