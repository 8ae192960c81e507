import type { QueryClient } from "@tanstack/react-query";
import { readPage } from "../../lib/read-page.ts";
import { savesData } from "../../lib/saves-data.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { prefetch } from "./prefetch.ts";

/** The service worker caches what only a later visit without a connection needs: it takes no time from the first tap. */
const WORKER_DELAY_MS = 3000;

/** What starts after the first view is shown. */
export interface AfterPaint {
  /** In the order in which a visitor would miss them. */
  parts: readonly (() => Promise<unknown>)[];
  registerWorker: () => Promise<unknown>;
}

/** Starts what waits for the first view: the app's parts, the prefetch that the page names, and the service worker. */
export function startAfterPaint(client: QueryClient, { parts, registerWorker }: AfterPaint): void {
  for (const start of parts) start().catch(ignore);
  const { scripts = [], styles = [] } = readPage("boot-plan")?.prefetch ?? {};
  if (scripts.length + styles.length > 0 && !savesData())
    whenAnswered(client, () => void prefetch({ scripts, styles }).catch(ignore));
  if (import.meta.env.PROD) setTimeout(() => void registerWorker().catch(ignore), WORKER_DELAY_MS);
}

// Nothing depends on these files: the tap itself requests them again, and reports when that fails.
function ignore(): undefined {
  return undefined;
}

// The player is large: what this screen itself still waits for loads, and renders, before it.
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
