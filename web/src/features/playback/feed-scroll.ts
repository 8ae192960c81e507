// A section counts as the one on the screen when this much of it is visible: from here on it snaps there.
const VISIBLE_SHARE = 0.5;

/** CSS Scroll Snap 2; not in every browser yet. */
interface SnapEvent extends Event {
  snapTargetBlock?: Element | null;
}

/** The scroll position of a column of full-height sections. */
export interface FeedScroll {
  /** Scrolls to a section, unless it is there or the browser is on its way there. */
  show(index: number): void;
  /** Watches the sections that there are now. Returns a function that stops it. */
  watch(): () => void;
  /** Follows the size of the column. Returns a function that stops it. */
  follow(): () => void;
}

/**
 * Builds the scroll position of a column.
 * @param onReach called with the section that the viewer moved to
 */
export function createFeedScroll(box: HTMLElement, onReach: (index: number) => void): FeedScroll {
  let shown: number | null = null;
  // The section that the feed scrolls to on its own: what it passes on the way was chosen by nobody.
  let bound: number | null = null;
  // Where the browser is taking the feed after a swipe: it needs no help to get there.
  let heading: number | null = null;
  // Where a swipe ends, as the browser announced it; null once it has ended.
  let announced: number | null = null;
  // The height that the scroll position belongs to. Until a resize is applied, the position names the wrong section.
  let height = box.clientHeight;
  // The position, in sections, as of the last scroll at that height.
  let position = 0;

  const isResizing = () => box.clientHeight !== height;
  const sectionNow = () => Math.round(box.scrollTop / box.clientHeight);

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
    // What was visible a moment ago may be passed by now.
    if (isResizing() || sectionNow() !== reached) return;
    if (bound !== null && bound !== reached) return;
    bound = null;
    report(reached);
  }

  // A device that is turned, or an address bar that disappears: the same section stays. A swipe that is under way at that
  // moment counts for where it has come to.
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
      const isMoving = bound !== null;
      const comes = heading === index;
      heading = null;
      // When sections join above the only one, the browser itself keeps it in view and reports no scroll afterwards.
      if (isFirst) position = index;
      if (comes || (current === index && (!isMoving || bound === index))) return;
      const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
      // A glide that is under way is redirected: a jump into the middle of one would be carried on past its target.
      const glides = !isFirst && !isStill && (isMoving || Math.abs(current - index) === 1);
      bound = glides ? index : null;
      moveTo(index, glides ? "smooth" : "instant");
    },
    watch: () =>
      watchSections(box, {
        seen: reach,
        // A finger or a wheel takes over from a scroll of our own.
        taken() {
          bound = null;
          announced = null;
        },
        scrolled() {
          if (!isResizing()) position = box.scrollTop / height;
        },
        announced: head,
        ended() {
          const current = sectionNow();
          announced = null;
          if (bound === current) bound = null;
          // Wherever it was meant to go: this is where it went.
          reach(current);
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
  /** So much of a section is visible that the column snaps there. */
  seen(index: number): void;
  /** The viewer scrolls. */
  taken(): void;
  scrolled(): void;
  /** The browser says at which section a swipe will end. */
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
  // Where a swipe ends is known once the finger is lifted, well before the section is visible. While the finger is down,
  // what the browser reports may be about the swipe before.
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
