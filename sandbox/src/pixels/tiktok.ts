import type { GatewayAsk } from "../gateway/http.ts";
import type { Received } from "./received.ts";

interface PixelBody {
  event?: unknown;
  event_id?: unknown;
  context?: { pixel?: { code?: unknown }; page?: { url?: unknown } };
  properties?: Record<string, unknown>;
}

/** Reads a request to TikTok's `/api/v2/pixel`. */
export function readPixel({ body }: GatewayAsk): Omit<Received, "number" | "at" | "wire"> | null {
  let report: PixelBody;
  try {
    report = JSON.parse(body.toString("utf8")) as PixelBody;
  } catch {
    return null;
  }
  const { event, event_id: eventId, context, properties = {} } = report;
  const code = context?.pixel?.code;
  if (typeof event !== "string" || typeof code !== "string") return null;
  const url = context?.page?.url;
  return {
    vendor: "tiktok",
    kind: "event",
    id: code,
    event,
    eventId: typeof eventId === "string" && eventId !== "" ? eventId : null,
    page: typeof url === "string" ? url : null,
    params: properties,
  };
}
