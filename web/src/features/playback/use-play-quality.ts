import { useEffect } from "react";
import { newEvent, report } from "../../lib/reports.ts";
import { measurePlays } from "./play-quality.ts";
import type { Player } from "./player-store.ts";

/** Reports this viewer's playback quality. */
export function usePlayQuality(player: Player, seriesId: string): void {
  useEffect(() => {
    const meter = measurePlays(player, {
      now: () => performance.now(),
      network: () => (navigator as { connection?: { effectiveType?: string } }).connection?.effectiveType,
      report: ({ event, ...about }) => report(newEvent(event, { seriesId, ...about })),
    });
    const onVisibility = () => (document.visibilityState === "hidden" ? meter.onHidden() : undefined);
    // Registered for the capture phase, to run before the listeners that send the batch.
    document.addEventListener("visibilitychange", onVisibility, { capture: true });
    window.addEventListener("pagehide", meter.onLeave, { capture: true });
    return () => {
      meter.stop();
      document.removeEventListener("visibilitychange", onVisibility, { capture: true });
      window.removeEventListener("pagehide", meter.onLeave, { capture: true });
    };
  }, [player, seriesId]);
}
