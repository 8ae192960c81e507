import { Id, ReportEvent } from "@cliffhanger/contract";
import { hasCardNumber } from "#billing";
import type { Counted } from "./event-buffer.ts";

/** The parts of a query that are read: characters in all, then bytes of one value. */
const MAX_QUERY_LENGTH = 2_048;
const MAX_VALUE_BYTES = 256;

/** The response to every beacon: one transparent pixel. */
export const beaconPicture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
);

/**
 * Reads the raw query of a beacon, whatever it contains. An unknown event name counts as `other`. The series is the
 * one given, or else the one whose page is `url`. Nothing else is read or stored.
 */
export function readBeacon(query: string): Counted {
  const given = new URLSearchParams(query.slice(0, MAX_QUERY_LENGTH));
  const value = (name: string) => withoutCards(cut(given.get(name) ?? ""));
  const event = ReportEvent.shape.event.safeParse(value("event")).data ?? "other";
  const eventId = value("eventId");
  const page = /\/videos\/([A-Za-z0-9_-]{1,32})(?![A-Za-z0-9_-])/.exec(value("url"))?.[1];
  const seriesId = Id.safeParse(value("seriesId")).data ?? page;
  return { event, ...(eventId ? { eventId } : {}), ...(seriesId ? { seriesId } : {}) };
}

/** Removes what looks like a card number (R53), because a beacon is never refused. */
function withoutCards(text: string): string {
  return hasCardNumber(text) ? "" : text;
}

function cut(text: string): string {
  return text.length * 3 <= MAX_VALUE_BYTES
    ? text
    : Buffer.from(text).subarray(0, MAX_VALUE_BYTES).toString("utf8");
}
