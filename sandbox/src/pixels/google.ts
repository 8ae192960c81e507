import type { GatewayAsk } from "../gateway/http.ts";
import type { Received } from "./received.ts";

/** Reads a request to Google's `/g/collect`: what all events share is in the query, several events are lines of the body. */
export function readCollect({ query, body }: GatewayAsk): Omit<Received, "number" | "at" | "wire">[] {
  const id = query.get("tid");
  if (!id || query.get("v") !== "2") return [];
  const lines = body.toString("utf8").split(/\r?\n/).filter(Boolean);
  const events = lines.length > 0 ? lines.map((row) => new URLSearchParams(row)) : [query];
  return events.flatMap((own) => {
    const fields = new URLSearchParams([...query, ...(own === query ? [] : own)]);
    const event = fields.getAll("en").at(-1);
    return event
      ? [
          {
            vendor: "google",
            kind: "event",
            id,
            event,
            eventId: fields.get("ep.event_id"),
            page: fields.get("dl"),
            params: paramsOf(fields),
          },
        ]
      : [];
  });
}

function paramsOf(fields: URLSearchParams): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const [name, value] of fields) {
    const [, kind, own] = /^(epn?)\.(.+)$/.exec(name) ?? [];
    if (own) params[own] = kind === "epn" ? Number(value) : value;
  }
  const items = [...fields].filter(([name]) => /^pr\d+$/.test(name)).map(([, value]) => value);
  if (items.length > 0) params["items"] = items;
  if (fields.has("cu")) params["currency"] = fields.get("cu");
  params["consent"] = fields.get("gcs");
  return params;
}
