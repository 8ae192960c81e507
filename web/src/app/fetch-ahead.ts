import { savesData } from "../lib/saves-data.ts";
import { loadScreen } from "./screen-registry.ts";

const patience = 2500;

/** Fetches what the next tap will need, the watch screen with its player and the lists, once the browser has nothing better to do. */
export function fetchAhead(): void {
  if (savesData()) return;
  const fetchAll = () => {
    // Nothing depends on it: the tap itself would fetch them again, and say so if that fails.
    loadScreen("watch").catch(() => undefined);
    loadScreen("browse").catch(() => undefined);
    import("../features/playback/hls-engine.ts").catch(() => undefined);
  };
  if ("requestIdleCallback" in window) requestIdleCallback(fetchAll, { timeout: patience });
  else setTimeout(fetchAll, patience);
}
