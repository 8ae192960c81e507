import { Accepted, Consent, ConsentChoice, ReportBatch, ReportQuery } from "./attribution.ts";
import type { Call } from "./call.ts";

/** The calls for attribution and event reports. */
export const attributionCalls = {
  "GET /api/user/consent": {
    summary: "What this person allows beyond what the product needs",
    cache: "private",
    info: Consent,
  },
  "POST /api/user/consent": {
    summary: "Allows pixels and measurement, or takes that back",
    cache: "private",
    body: ConsentChoice,
    info: Consent,
  },
  "GET /api/reports": {
    summary: "One event of the browser, for our own books (R83)",
    cache: "private",
    query: ReportQuery,
    info: Accepted,
  },
  "POST /api/reports": {
    summary: "Events of the browser, 50 at most (R83)",
    cache: "private",
    body: ReportBatch,
    maxBytes: 64 * 1024,
    info: Accepted,
  },
} as const satisfies Record<string, Call>;
