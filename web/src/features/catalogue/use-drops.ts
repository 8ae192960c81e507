import { useEffect, useEffectEvent } from "react";

/** An episode is there on every node this long after its time; all who wait for it ask within the spread. */
const VISIBLE_AFTER_MS = 5000;
const SPREAD_MS = 10_000;

/** How often a late one is asked for. */
const LATE_MS = 60_000;

const DAY_MS = 86_400_000;

/**
 * Asks again when the next episode comes while its series is open. A hidden page asks when it is seen again.
 * @param at when it comes, in ISO 8601; undefined without one
 */
export function useDrops(at: string | undefined, ask: () => void): void {
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (at === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const plan = () => {
      timer = setTimeout(() => {
        if (document.visibilityState === "visible") askNow();
        plan();
      }, pauseBefore(at));
    };
    plan();
    return () => clearTimeout(timer);
  }, [at]);
}

function pauseBefore(at: string): number {
  const left = Date.parse(at) - Date.now();
  return left < 0 ? LATE_MS : Math.min(DAY_MS, left + VISIBLE_AFTER_MS + Math.random() * SPREAD_MS);
}
