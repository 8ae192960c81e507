import type { ReportEvent } from "@cliffhanger/contract";
import { report } from "../../lib/reports.ts";
import type { Happening } from "../../lib/track.ts";

/** Writes what happened into our own books: what it is about, and never what was searched for. */
export function book({ name, params, eventId, at }: Happening): void {
  const { seriesId, episodeId, orderId, value, currency } = params as Partial<ReportEvent>;
  const about = Object.entries({ seriesId, episodeId, orderId, value, currency });
  report({
    event: name,
    eventId,
    at: new Date(at).toISOString(),
    ...Object.fromEntries(about.filter(([, given]) => given !== undefined)),
  });
}
