import type { Clock } from "#platform/clock";
import { handleCall } from "#platform/http/call";
import { originOf } from "#platform/http/caller";
import { dataHeaders } from "#platform/http/headers";
import type { Http } from "#platform/http/server";
import { beaconPicture } from "./beacon.ts";
import { eventOfQuery } from "./event-of-query.ts";
import type { Reports } from "./reports.ts";

/** What a beacon's picture goes out with: other sites and mails may show it, and nobody keeps it. */
const beaconHeaders = {
  ...dataHeaders,
  "cache-control": "no-store",
  "cross-origin-resource-policy": "cross-origin",
};

/** Registers what browsers report to. Nobody is looked up before there is something to note about them. */
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
