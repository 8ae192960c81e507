import type { GatewayAsk } from "../gateway/http.ts";
import { jsonOr } from "./json-or.ts";
import type { Received } from "./received.ts";

/** Reads a request to Meta's `/tr`: an image's query, or the same as a form when it is too long for one. */
export function readTr({ method, query, body }: GatewayAsk): Omit<Received, "number" | "at" | "wire"> | null {
  const told = method === "POST" ? new URLSearchParams(body.toString("utf8")) : query;
  const id = told.get("id");
  const event = told.get("ev");
  if (!id || !event) return null;
  const params = [...told].flatMap(([name, value]): [string, unknown][] => {
    const [, own] = /^cd\[(.+)\]$/.exec(name) ?? [];
    return own ? [[own, jsonOr(value)]] : [];
  });
  return {
    vendor: "meta",
    kind: "event",
    id,
    event,
    eventId: told.get("eid"),
    page: told.get("dl"),
    params: Object.fromEntries(params),
  };
}
