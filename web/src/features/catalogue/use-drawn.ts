import { startTransition, use, useEffect, useState } from "react";
import { whenIdleInTurn } from "../../lib/idle-turns.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { WholePage } from "../../lib/whole-page.ts";

/**
 * Returns how many cards of a section are drawn: `first` in the document, all of them in a turn of its own once the browser is
 * idle. Where no document came before, all at once.
 */
export function useDrawn(first: number, all: number): number {
  const isHydrated = useHydrated();
  const whole = use(WholePage);
  const [isComplete, setComplete] = useState(isHydrated || whole || first >= all);
  useEffect(() => {
    if (isComplete) return undefined;
    // A transition: a tap or key goes before it, also once it has begun.
    return whenIdleInTurn(() => startTransition(() => setComplete(true)));
  }, [isComplete]);
  return isComplete ? all : Math.min(first, all);
}
