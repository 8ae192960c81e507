import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { createFeedScroll, type FeedScroll } from "./feed-scroll.ts";

interface Feed {
  /** How many sections there are; 1 until the page is hydrated. */
  count: number;
  /** The section to be shown. */
  index: number;
  /** The viewer moved to another section. */
  onReach: (index: number) => void;
}

/**
 * Keeps a column of full-height sections and what plays in step: a swipe reports where it went, and a change that came
 * from elsewhere scrolls there. The scrolling itself is the browser's own.
 */
export function useFeed(scroller: RefObject<HTMLElement | null>, { count, index, onReach }: Feed): void {
  const feed = useRef<FeedScroll | null>(null);
  const reach = useEffectEvent(onReach);
  useLayoutEffect(() => {
    // Once: React runs layout effects again when a part that suspended is revealed, and the watchers stay with the first.
    if (scroller.current) feed.current ??= createFeedScroll(scroller.current, (reached) => reach(reached));
  }, [scroller]);
  // Before the browser paints: the sections that join above must not push what is visible.
  useLayoutEffect(() => {
    if (count > 1) feed.current?.show(index);
  }, [count, index]);
  useEffect(() => (count > 1 ? feed.current?.watch() : undefined), [count]);
  useEffect(() => feed.current?.follow(), []);
}
