import type { ReportEvent } from "@cliffhanger/contract";
import { storage } from "../../lib/storage.ts";
import type { AppEvent } from "../../lib/track.ts";

interface RecorderOptions {
  /** Whether this page is a landing: reached by a link or an address, not by a reload or a step back. */
  landing: boolean;
  report: (event: ReportEvent) => void;
}

/**
 * Returns a function that sends each event to our own records: what it is about, never a search term. The first
 * PageView of a landing is sent as an image (R60, R82), because an image needs no header and no body and outlives a
 * page that is left at once. When the image fails, the event is reported like any other.
 */
export function createEventRecorder({ landing, report }: RecorderOptions): (event: AppEvent) => void {
  let first = landing;
  return (event) => {
    if (!first || event.name !== "PageView") {
      report(eventOf(event));
      return;
    }
    first = false;
    const image = new Image();
    image.onerror = () => report(eventOf(event));
    image.src = `/api/statics.png?${new URLSearchParams({
      event: event.name,
      eventId: event.eventId,
      url: event.path,
      fbclid: storage.get("fbclid") ?? "",
      ttclid: storage.get("ttclid") ?? "",
    })}`;
  };
}

function eventOf({ name, params, eventId, at }: AppEvent): ReportEvent {
  const { seriesId, episodeId, orderId, value, currency } = params as Partial<ReportEvent>;
  const about = Object.entries({ seriesId, episodeId, orderId, value, currency });
  return {
    event: name,
    eventId,
    at: new Date(at).toISOString(),
    ...Object.fromEntries(about.filter(([, given]) => given !== undefined)),
  };
}
