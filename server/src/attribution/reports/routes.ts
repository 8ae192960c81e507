import type { Clock } from "#platform/clock";
import { handleCall } from "#platform/http/call";
import { originOf } from "#platform/http/caller";
import { dataHeaders } from "#platform/http/headers";
import type { Http } from "#platform/http/server";
import { beaconPicture } from "./beacon.ts";
import { eventOfQuery } from "./event-of-query.ts";
import type { Reports } from "./reports.ts";

/** Headers of the beacon: other sites and emails may embed it, and nothing caches it. */
const beaconHeaders = {
  ...dataHeaders,
  "cache-control": "no-store",
  "cross-origin-resource-policy": "cross-origin",
};

/** Registers the routes for browser events. The caller is resolved only when there is a step to store. */
export function registerReports(http: Http, { reports, clock }: { reports: Reports; clock: Clock }): void {
  http.get("/api/statics.png", { config: { access: "anyone" } }, (request, reply) => {
    const at = request.url.indexOf("?");
    const query = at < 0 ? "" : request.url.slice(at + 1);
    if (request.method === "GET") reports.see(query, originOf(request, null));
    reply.headers(beaconHeaders).type("image/png").send(beaconPicture);
  });
  handleCall(http, "GET /api/reports", {
    access: "anyone",
    handle: async ({ query, origin }) => ({
      info: { accepted: await reports.take([eventOfQuery(query, clock.now())], origin) },
    }),
  });
  handleCall(http, "POST /api/reports", {
    access: "anyone",
    handle: async ({ body, origin }) => ({ info: { accepted: await reports.take(body.list, origin) } }),
  });
}
