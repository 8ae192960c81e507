import { Id, ReportEvent } from "@cliffhanger/contract";
import { hasCardNumber } from "#billing";
import type { Counted } from "./book.ts";

/** What of a query is read: characters at most, then bytes of one value. */
const LONGEST_QUERY = 2_048;
const LONGEST_VALUE = 256;

/** The picture that every beacon is answered with: one pixel that shows nothing. */
export const beaconPicture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

/**
 * Reads the raw query of a beacon; whatever it holds, something comes of it. What is no event's name is counted as `other`;
 * the series is the one that is named, or else the one whose page `url` is. Nothing else is read, nor kept.
 */
export function readBeacon(query: string): Counted {
  const given = new URLSearchParams(query.slice(0, LONGEST_QUERY));
  const value = (name: string) => withoutCards(cut(given.get(name) ?? ""));
  const event = ReportEvent.shape.event.safeParse(value("event")).data ?? "other";
  const eventId = value("eventId");
  const page = /\/videos\/([A-Za-z0-9_-]{1,32})(?![A-Za-z0-9_-])/.exec(value("url"))?.[1];
  const seriesId = Id.safeParse(value("seriesId")).data ?? page;
  return { event, ...(eventId ? { eventId } : {}), ...(seriesId ? { seriesId } : {}) };
}

/** Nothing is refused here, so what looks like a card's number is not read at all (R53). */
function withoutCards(text: string): string {
  return hasCardNumber(text) ? "" : text;
}

function cut(text: string): string {
  return text.length * 3 <= LONGEST_VALUE
    ? text
    : Buffer.from(text).subarray(0, LONGEST_VALUE).toString("utf8");
}
