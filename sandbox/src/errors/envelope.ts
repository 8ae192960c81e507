import type { GatewayAsk } from "../gateway/http.ts";
import type { Received } from "../pixels/received.ts";

interface ErrorEvent {
  event_id?: string;
  message?: string;
  request?: { url?: string };
  exception?: { values?: { type?: string; value?: string }[] };
}

/**
 * Reads an envelope of the Sentry protocol: a line of headers, then for each item a line of its headers and its
 * payload. Returns its events; sessions and other items are skipped.
 */
export function readEnvelope(
  project: string,
  { body }: GatewayAsk,
): Omit<Received, "number" | "at" | "wire">[] {
  const [, ...lines] = body.toString("utf8").split("\n");
  const found: Omit<Received, "number" | "at" | "wire">[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const header = objectIn(lines[at] ?? "");
    const payload = objectIn(lines[at + 1] ?? "");
    if (header?.["type"] === "event" && payload) found.push(eventOf(project, payload));
  }
  return found;
}

function eventOf(
  project: string,
  payload: Record<string, unknown>,
): Omit<Received, "number" | "at" | "wire"> {
  const { event_id: eventId, message, exception, request } = payload as ErrorEvent;
  const last = exception?.values?.at(-1);
  return {
    vendor: "errors",
    kind: "event",
    id: project,
    event: last ? `${last.type ?? "Error"}: ${last.value ?? ""}` : (message ?? "(no message)"),
    eventId: eventId ?? null,
    page: request?.url ?? null,
    params: payload,
  };
}

function objectIn(row: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(row);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
