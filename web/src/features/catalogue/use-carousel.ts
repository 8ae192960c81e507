import { type RefObject, useEffect, useState } from "react";
import { prefersStill } from "../../lib/prefers-still.ts";
import { whenIdle } from "../../lib/when-idle.ts";

const INTERVAL_MS = 6000;

/** A carousel that scrolls natively: the slide in view, whether it advances automatically, and how to show another. */
export interface Carousel {
  at: number;
  /** The last slide whose picture loads: one more than was seen, so that pictures that are never shown cost nothing. */
  reach: number;
  isPlaying: boolean;
  show(index: number): void;
  setPlaying(isPlaying: boolean): void;
}

/**
 * Drives a scroll-snap track of `count` slides. It advances every six seconds until the user touches or focuses it.
 * It pauses while a pointer is over it or the page is hidden, and never advances with reduced motion.
 */
export function useCarousel(track: RefObject<HTMLElement | null>, count: number): Carousel {
  const [at, setAt] = useState(0);
  // Until hydration the first slide's picture has the whole bandwidth.
  const [reach, setReach] = useState(0);
  // True from the start: a tap on the button before hydration means what the button says.
  const [isPlaying, setPlaying] = useState(count > 1);

  useEffect(() => {
    // Somebody moved it before hydration.
    const isMoved = (track.current?.scrollLeft ?? 0) > 0;
    if (isMoved || prefersStill()) setPlaying(false);
  }, [track]);

  useEffect(() => {
    const element = track.current;
    if (!element) return undefined;
    const stop = () => setPlaying(false);
    const updatePosition = () => {
      const now = nearest(element);
      setAt(now);
      setReach((reached) => Math.max(reached, now + 1));
    };
    whenIdle(updatePosition);
    element.addEventListener("scroll", updatePosition, { passive: true });
    element.addEventListener("touchstart", stop, { passive: true });
    element.addEventListener("focusin", stop);
    element.addEventListener("wheel", stop, { passive: true });
    return () => {
      element.removeEventListener("scroll", updatePosition);
      element.removeEventListener("touchstart", stop);
      element.removeEventListener("focusin", stop);
      element.removeEventListener("wheel", stop);
    };
  }, [track]);

  useEffect(() => {
    const element = track.current;
    if (!isPlaying || !element) return undefined;
    const timer = setInterval(() => {
      if (document.hidden || element.matches(":hover")) return;
      scrollTo(element, (nearest(element) + 1) % count);
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isPlaying, track, count]);

  return {
    at,
    reach,
    isPlaying,
    setPlaying,
    show(index) {
      setPlaying(false);
      if (track.current) scrollTo(track.current, index);
    },
  };
}

function slideWidth(track: HTMLElement): number {
  const [first, second] = track.children as unknown as HTMLElement[];
  return first && second ? second.offsetLeft - first.offsetLeft : track.clientWidth;
}

function nearest(track: HTMLElement): number {
  return Math.round(track.scrollLeft / Math.max(1, slideWidth(track)));
}

function scrollTo(track: HTMLElement, index: number): void {
  track.scrollTo({ left: index * slideWidth(track), behavior: prefersStill() ? "instant" : "smooth" });
}
