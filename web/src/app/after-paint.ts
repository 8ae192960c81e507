import type { Site } from "@cliffhanger/contract";
import type { ScreenName } from "@cliffhanger/contract/screens";
import type { QueryClient } from "@tanstack/react-query";
import { startAfterPaint } from "../loader/client/after-paint.ts";
import { loadPart } from "../loader/client/load-part.ts";
import { screenRow } from "../loader/client/load-screen.ts";

/** Starts what waits until the first view is shown: prefetch on links, tracking, and the service worker. */
export function runAfterPaint(screen: ScreenName, client: QueryClient, site: Site): void {
  const parts = [
    () => import("./prefetch-series.ts").then((links) => links.prefetchLinks(client)),
    () => import("./start-tracking.ts").then((tracking) => tracking.startTracking(client, site)),
  ];
  startAfterPaint(client, {
    // On a screen in a document of its own nothing runs but what it needs itself.
    parts: screenRow(screen).isolated ? [] : parts,
    registerWorker: () =>
      import("../service-worker/register.ts").then((worker) => worker.registerWorker(offerUpdate, loadOffer)),
  });
}

const loadOffer = () => loadPart(() => import("./update-prompt.tsx"), { messages: ["app"], styles: "full" });

async function offerUpdate(onReload: () => void): Promise<void> {
  const { showUpdatePrompt } = await loadOffer();
  showUpdatePrompt(onReload);
}
