import { type RefObject, useEffect, useState } from "react";
import { whenIdle } from "../../lib/when-idle.ts";

const interval = 6000;

/** A carousel that scrolls natively: which slide is in view, whether it moves by itself, and how to show another. */
export interface Carousel {
  at: number;
  /** The last slide that needs its picture: one more than was seen, so that nobody pays for those that are never shown. */
  reach: number;
  moving: boolean;
  show(index: number): void;
  setMoving(moving: boolean): void;
}

/**
 * Drives a scroll-snap track of `count` slides. It moves on every six seconds until someone touches or focuses it,
 * never for those who want less motion, and not while a pointer rests on it or the page is hidden.
 */
export function useCarousel(track: RefObject<HTMLElement | null>, count: number): Carousel {
  const [at, setAt] = useState(0);
  // The first slide's picture has the line for itself until the page is alive.
  const [reach, setReach] = useState(0);
  const [moving, setMoving] = useState(false);

  useEffect(() => {
    setMoving(count > 1 && !window.matchMedia("(prefers-reduced-motion: reduce)").matches);
  }, [count]);

  useEffect(() => {
    const element = track.current;
    if (!element) return undefined;
    const stop = () => setMoving(false);
    const settle = () => {
      const now = nearest(element);
      setAt(now);
      setReach((reached) => Math.max(reached, now + 1));
    };
    whenIdle(settle);
    element.addEventListener("scroll", settle, { passive: true });
    element.addEventListener("touchstart", stop, { passive: true });
    element.addEventListener("focusin", stop);
    element.addEventListener("wheel", stop, { passive: true });
    return () => {
      element.removeEventListener("scroll", settle);
      element.removeEventListener("touchstart", stop);
      element.removeEventListener("focusin", stop);
      element.removeEventListener("wheel", stop);
    };
  }, [track]);

  useEffect(() => {
    const element = track.current;
    if (!moving || !element) return undefined;
    const timer = setInterval(() => {
      if (document.hidden || element.matches(":hover")) return;
      scrollTo(element, (nearest(element) + 1) % count);
    }, interval);
    return () => clearInterval(timer);
  }, [moving, track, count]);

  return {
    at,
    reach,
    moving,
    setMoving,
    show(index) {
      setMoving(false);
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
  track.scrollTo({ left: index * slideWidth(track), behavior: "smooth" });
}
