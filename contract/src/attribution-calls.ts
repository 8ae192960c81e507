import { Accepted, Consent, ConsentChoice, ReportBatch, ReportQuery } from "./attribution.ts";
import type { Call } from "./call.ts";

/** The calls for attribution and event reports. */
export const attributionCalls = {
  "GET /api/user/consent": {
    summary: "The consent of this visitor to pixels and measurement",
    cache: "private",
    info: Consent,
  },
  "POST /api/user/consent": {
    summary: "Grants or withdraws consent to pixels and measurement",
    cache: "private",
    body: ConsentChoice,
    info: Consent,
  },
  "GET /api/reports": {
    summary: "Records one browser event as an image request (R83)",
    cache: "private",
    query: ReportQuery,
    info: Accepted,
  },
  "POST /api/reports": {
    summary: "Records a batch of at most 50 browser events (R83)",
    cache: "private",
    body: ReportBatch,
    maxBytes: 64 * 1024,
    info: Accepted,
  },
} as const satisfies Record<string, Call>;
