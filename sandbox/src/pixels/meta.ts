import type { GatewayAsk } from "../gateway/http.ts";
import { jsonOr } from "./json-or.ts";
import type { Received } from "./received.ts";

/** Reads a request to Meta's `/tr`: an image's query, or the same as a form when it is too long for one. */
export function readTr({ method, query, body }: GatewayAsk): Omit<Received, "number" | "at" | "wire"> | null {
  const fields = method === "POST" ? new URLSearchParams(body.toString("utf8")) : query;
  const id = fields.get("id");
  const event = fields.get("ev");
  if (!id || !event) return null;
  const params = [...fields].flatMap(([name, value]): [string, unknown][] => {
    const [, own] = /^cd\[(.+)\]$/.exec(name) ?? [];
    return own ? [[own, jsonOr(value)]] : [];
  });
  return {
    vendor: "meta",
    kind: "event",
    id,
    event,
    eventId: fields.get("eid"),
    page: fields.get("dl"),
    params: Object.fromEntries(params),
  };
}
