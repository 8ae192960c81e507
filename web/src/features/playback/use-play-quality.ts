import { useEffect } from "react";
import { newEvent, report } from "../../lib/reports.ts";
import { measurePlays } from "./play-quality.ts";
import type { Player } from "./player-store.ts";

/** Reports what this viewer's playing was like. */
export function usePlayQuality(player: Player, seriesId: string): void {
  useEffect(() => {
    const meter = measurePlays(player, {
      now: () => performance.now(),
      network: () => (navigator as { connection?: { effectiveType?: string } }).connection?.effectiveType,
      tell: ({ event, ...about }) => report(newEvent(event, { seriesId, ...about })),
    });
    const onVisibility = () => (document.visibilityState === "hidden" ? meter.hidden() : undefined);
    // Before the batch goes out with the page: these listeners came later, but the capture phase comes first.
    document.addEventListener("visibilitychange", onVisibility, { capture: true });
    window.addEventListener("pagehide", meter.left, { capture: true });
    return () => {
      meter.stop();
      document.removeEventListener("visibilitychange", onVisibility, { capture: true });
      window.removeEventListener("pagehide", meter.left, { capture: true });
    };
  }, [player, seriesId]);
}
