import type { Site } from "@cliffhanger/contract";
import type { QueryClient } from "@tanstack/react-query";
import { startAttribution } from "../features/attribution/start.ts";
import { configQuery } from "../features/site/queries.ts";
import { activeLanguage } from "../lib/messages.ts";
import { storage } from "../lib/storage.ts";
import { track } from "../lib/track.ts";
import { userQuery } from "../lib/user.ts";
import { PAID_ORDER, VIA_FACEBOOK, visitStore } from "../lib/visit-storage.ts";
import { loadPart } from "../loader/client/load-part.ts";

/** Starts what no visitor waits for: error reports, browser events, pixels and the question about consent. */
export async function startTracking(client: QueryClient, { errors }: Site): Promise<void> {
  // By what came with the page: that the configuration cannot be had is the first thing to be reported (R95).
  if (errors.dsn || errors.dsnMarketing) {
    const reports = await import("../lib/error-reports.ts");
    const dsn = reports.dsnFor(errors, location.hostname);
    if (dsn) reports.startErrorReports(dsn);
  }
  const config = await client.fetchQuery(configQuery(activeLanguage())).catch(() => null);
  if (!config) return;
  const question = await startAttribution(config);
  await noteWayBack(client);
  await notePurchase();
  if (!question) return;
  const root = await loadPart(() => import("./consent-root.tsx"), { messages: ["consent"], styles: "core" });
  root.showQuestion(question);
}

// The checkout document has no pixels, and leads to the episode at once.
async function notePurchase(): Promise<void> {
  if (visitStore.get(PAID_ORDER) === null || location.pathname.startsWith("/order/")) return;
  const { trackKeptOrder } = await import("../features/attribution/track-paid-order.ts");
  trackKeptOrder(visitStore, storage);
}

// Whoever comes back from Facebook as a member signed in there; a new one is still asked to agree.
async function noteWayBack(client: QueryClient): Promise<void> {
  if (visitStore.get(VIA_FACEBOOK) === null) return;
  visitStore.remove(VIA_FACEBOOK);
  const user = await client.fetchQuery(userQuery(activeLanguage())).catch(() => null);
  if (user?.kind === "member") track("user_login", { method: "facebook" });
}
