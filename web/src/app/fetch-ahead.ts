import type { Site } from "@cliffhanger/contract";
import type { QueryClient } from "@tanstack/react-query";
import { savesData } from "../lib/saves-data.ts";
import { whenIdle } from "../lib/when-idle.ts";
import type { ScreenName } from "./routes.ts";
import { loadScreen } from "./screen-registry.ts";

/**
 * What waits until the first view stands: the service worker comes in, and what the next tap will need is fetched, the
 * watch screen with its player and the lists. While an episode plays, the line is the player's, and while somebody enters a
 * card, the gateway's.
 */
export function fetchAhead(screen: ScreenName, client: QueryClient, site: Site): void {
  // Nothing depends on these: the tap itself would fetch them again, and say so if that fails.
  if (import.meta.env.PROD)
    import("../service-worker/register.ts").then(
      (worker) => worker.registerWorker(),
      () => undefined,
    );
  // Nothing but the gateway has any business where a card is entered.
  if (screen !== "orderEasy")
    import("./after-paint.ts").then(
      (after) => after.startAfterPaint(client, site),
      () => undefined,
    );
  if (screen !== "orderEasy")
    import("./watch-ahead.ts").then(
      (ahead) => ahead.watchPresses(client),
      () => undefined,
    );
  if (screen === "watch" || screen === "orderEasy" || savesData()) return;
  whenAnswered(client, () => {
    loadScreen("watch").catch(() => undefined);
    loadScreen("browse").catch(() => undefined);
    import("../features/playback/hls-engine.ts").catch(() => undefined);
  });
}

// The player is large: what this screen itself still waits for comes, and is drawn, before it.
function whenAnswered(client: QueryClient, act: () => void): void {
  if (client.isFetching() === 0) {
    act();
    return;
  }
  const stop = client.getQueryCache().subscribe(() => {
    if (client.isFetching() > 0) return;
    stop();
    whenIdle(act);
  });
}
