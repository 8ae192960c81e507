import { prefersStill } from "../../lib/prefers-still.ts";

// A section counts as current when this much of it is visible: from here on the browser snaps to it.
const VISIBLE_SHARE = 0.5;
// Distance from a section's start at which a scroll has arrived there. Positions can have fractions of a pixel.
const ARRIVED_PX = 2;

/** CSS Scroll Snap 2; not in every browser yet. */
interface SnapEvent extends Event {
  snapTargetBlock?: Element | null;
}

/** The scroll position of a column of full-height sections. */
export interface FeedScroll {
  /** Scrolls to a section, unless it is current or the browser is already scrolling to it. */
  show(index: number): void;
  /** Observes the current sections. Returns a function that stops it. */
  watch(): () => void;
  /** Follows the size of the column. Returns a function that stops it. */
  follow(): () => void;
}

/**
 * Creates the scroll position of a column.
 * @param onReach called with the section that the viewer moved to
 */
export function createFeedScroll(box: HTMLElement, onReach: (index: number) => void): FeedScroll {
  let shown: number | null = null;
  // The target of a scroll by the app: the sections that it passes were not chosen by the viewer.
  let bound: number | null = null;
  // The target of the browser's snapping after a swipe, which needs no scroll by the app.
  let heading: number | null = null;
  // The announced end of the current swipe; null once it has ended.
  let announced: number | null = null;
  // The height that the scroll position belongs to. Until a resize is applied, the position names the wrong section.
  let height = box.clientHeight;
  // The position, in sections, as of the last scroll at that height.
  let position = 0;

  const isResizing = () => box.clientHeight !== height;
  const sectionNow = () => Math.round(box.scrollTop / box.clientHeight);

  const hasArrived = (index: number) => Math.abs(box.scrollTop - index * box.clientHeight) <= ARRIVED_PX;

  function moveTo(index: number, behavior: "smooth" | "instant"): void {
    position = index;
    box.scrollTo({ top: index * box.clientHeight, behavior });
  }

  function report(index: number): void {
    if (index !== shown) onReach(index);
  }

  function head(target: number): void {
    if (isResizing() || bound !== null || target === shown) return;
    heading = target;
    announced = target;
    onReach(target);
  }

  function reach(reached: number): void {
    // An earlier visible section may have been passed by now.
    if (isResizing() || sectionNow() !== reached) return;
    if (bound !== null && bound !== reached) return;
    // Where the browser reports no end of a scroll (Safari before 26.2), the scroll counts as ended here.
    if (!("onscrollend" in box)) bound = null;
    report(reached);
  }

  // After a rotation of the device, or when an address bar disappears, the same section stays. A swipe in progress
  // counts for the section that it has reached.
  function resize(): void {
    if (!isResizing()) return;
    height = box.clientHeight;
    if (shown === null) return;
    const target = bound ?? announced ?? Math.round(position);
    bound = null;
    announced = null;
    moveTo(target, "instant");
    report(target);
  }

  return {
    show(index) {
      const isFirst = shown === null;
      shown = index;
      const current = sectionNow();
      // By the app, or by the browser's snapping after a swipe.
      const isMoving = bound !== null || announced !== null;
      const comes = heading === index;
      heading = null;
      // When sections are added above the only one, the browser keeps it in view itself and reports no scroll.
      if (isFirst) position = index;
      if (comes || (current === index && (!isMoving || bound === index))) return;
      // A smooth scroll in progress is redirected: it would carry an instant jump past its target.
      const glides = !isFirst && !prefersStill() && (isMoving || Math.abs(current - index) === 1);
      bound = glides || isMoving ? index : null;
      moveTo(index, glides ? "smooth" : "instant");
    },
    watch: () =>
      watchSections(box, {
        seen: reach,
        // A touch or a wheel event cancels a scroll by the app.
        taken() {
          bound = null;
          announced = null;
        },
        scrolled() {
          if (!isResizing()) position = box.scrollTop / height;
        },
        announced: head,
        ended() {
          announced = null;
          // The snapping after an earlier swipe can end the app's scroll on its way, and then take it back.
          if (bound !== null && !hasArrived(bound)) {
            if (!isResizing()) moveTo(bound, prefersStill() ? "instant" : "smooth");
            return;
          }
          bound = null;
          // The actual end position counts, whatever the target was.
          reach(sectionNow());
        },
      }),
    follow() {
      const watcher = new ResizeObserver(resize);
      watcher.observe(box);
      return () => watcher.disconnect();
    },
  };
}

interface SectionEvents {
  /** So much of a section is visible that the column snaps to it. */
  seen(index: number): void;
  /** The viewer scrolls. */
  taken(): void;
  scrolled(): void;
  /** The browser announces the section at which a swipe will end. */
  announced(index: number): void;
  ended(): void;
}

function watchSections(box: HTMLElement, events: SectionEvents): () => void {
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, intersectionRatio, target } of entries) {
        if (isIntersecting && intersectionRatio >= VISIBLE_SHARE)
          events.seen(Number((target as HTMLElement).dataset["index"]));
      }
    },
    { root: box, threshold: VISIBLE_SHARE },
  );
  for (const section of box.querySelectorAll("[data-index]")) watcher.observe(section);
  // The end of a swipe is known once the touch ends, well before the section is visible. During the touch, the
  // browser's report may be about the previous swipe.
  let touched = false;
  const control = new AbortController();
  const on = (name: string, act: (event: Event) => void) =>
    box.addEventListener(name, act, { passive: true, signal: control.signal });
  const touch = (isDown: boolean) => () => {
    touched = isDown;
  };
  on("pointerdown", events.taken);
  on("wheel", events.taken);
  on("scroll", events.scrolled);
  on("scrollend", events.ended);
  on("touchstart", touch(true));
  on("touchend", touch(false));
  on("touchcancel", touch(false));
  on("scrollsnapchanging", ({ snapTargetBlock }: SnapEvent) => {
    const target = (snapTargetBlock as HTMLElement | null)?.dataset["index"];
    if (!touched && target !== undefined) events.announced(Number(target));
  });
  return () => {
    watcher.disconnect();
    control.abort();
  };
}
