import type { ReportEvent } from "@cliffhanger/contract";
import { storage } from "../../lib/storage.ts";
import type { Happening } from "../../lib/track.ts";

interface BookOptions {
  /** Whether this page is a landing: reached by a link or an address, not reloaded and not stepped back to. */
  landing: boolean;
  report: (event: ReportEvent) => void;
}

/**
 * Returns a function that sends each event to our own records: what it is about, never a search term. The first PageView of
 * a landing goes out as an image (R60, R82), because an image needs no header and no body and outlives a page that is left
 * at once. Where it cannot be fetched, the event is reported like any other.
 */
export function createBook({ landing, report }: BookOptions): (one: Happening) => void {
  let first = landing;
  return (one) => {
    if (!first || one.name !== "PageView") {
      report(eventOf(one));
      return;
    }
    first = false;
    const image = new Image();
    image.onerror = () => report(eventOf(one));
    image.src = `/api/statics.png?${new URLSearchParams({
      event: one.name,
      eventId: one.eventId,
      url: one.path,
      fbclid: storage.get("fbclid") ?? "",
      ttclid: storage.get("ttclid") ?? "",
    })}`;
  };
}

function eventOf({ name, params, eventId, at }: Happening): ReportEvent {
  const { seriesId, episodeId, orderId, value, currency } = params as Partial<ReportEvent>;
  const about = Object.entries({ seriesId, episodeId, orderId, value, currency });
  return {
    event: name,
    eventId,
    at: new Date(at).toISOString(),
    ...Object.fromEntries(about.filter(([, given]) => given !== undefined)),
  };
}
