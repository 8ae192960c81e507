import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { createFeedScroll, type FeedScroll } from "./feed-scroll.ts";

interface Feed {
  /** The number of sections; 1 until hydration. */
  count: number;
  /** The section to show. */
  index: number;
  /** Called when the viewer moved to another section. */
  onReach: (index: number) => void;
}

/**
 * Synchronises a column of full-height sections with playback: a swipe reports its section, and a change from
 * elsewhere scrolls there. The scrolling itself is the browser's own.
 */
export function useFeed(scroller: RefObject<HTMLElement | null>, { count, index, onReach }: Feed): void {
  const feed = useRef<FeedScroll | null>(null);
  const reach = useEffectEvent(onReach);
  useLayoutEffect(() => {
    // Once: React runs layout effects again when a suspended part is revealed, and the observers must stay with the
    // first.
    if (scroller.current) feed.current ??= createFeedScroll(scroller.current, (reached) => reach(reached));
  }, [scroller]);
  // Before the browser paints, so that the sections added above do not push the visible one.
  useLayoutEffect(() => {
    if (count > 1) feed.current?.show(index);
  }, [count, index]);
  useEffect(() => (count > 1 ? feed.current?.watch() : undefined), [count]);
  useEffect(() => feed.current?.follow(), []);
}
