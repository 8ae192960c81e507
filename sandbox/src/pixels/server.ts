import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { readEnvelope } from "../errors/envelope.ts";
import { type GatewayAsk, type GatewayReply, serveGateway } from "../gateway/http.ts";
import { readCollect } from "./google.ts";
import { readTr } from "./meta.ts";
import type { Inbox, Received, Vendor } from "./received.ts";
import { readPixel } from "./tiktok.ts";

const file = (name: string) => readFileSync(join(import.meta.dirname, "browser", name), "utf8");
const source = (name: string) => file("cookies.js") + file(name);
const scripts: Record<string, { vendor: Vendor; code: string; id: string }> = {
  "/en_US/fbevents.js": { vendor: "meta", code: source("fbevents.js"), id: "" },
  "/i18n/pixel/events.js": { vendor: "tiktok", code: source("tiktok.js"), id: "sdkid" },
  "/gtag/js": { vendor: "google", code: source("gtag.js"), id: "id" },
};

/** A transparent image of one pixel. */
const picture = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** Serves browsers: the vendors' scripts, their events, and error reports. */
export function servePixels(inbox: Inbox): Server {
  return serveGateway({
    answer(ask) {
      const script = scripts[ask.path];
      if (script) return sendScript(inbox, script, ask);
      if (ask.method === "OPTIONS") return answerOf(204, "text/plain", "");
      if (/^\/tr\/?$/.test(ask.path))
        return taken(inbox, ask, [readTr(ask)], answerOf(200, "image/gif", picture));
      if (/^\/api\/v2\/pixel(\/|$)/.test(ask.path))
        return taken(inbox, ask, [readPixel(ask)], answerOf(200, "application/json", '{"code":0}'));
      if (ask.path === "/g/collect")
        return taken(inbox, ask, readCollect(ask), answerOf(204, "text/plain", ""));
      const [, project] = /^\/api\/(\d+)\/envelope\/$/.exec(ask.path) ?? [];
      if (project && ask.method === "POST")
        return taken(inbox, ask, readEnvelope(project, ask), answerOf(200, "application/json", "{}"));
      return answerOf(404, "text/plain", "Nobody is here.\n");
    },
  });
}

function sendScript(
  inbox: Inbox,
  { vendor, code, id }: { vendor: Vendor; code: string; id: string },
  ask: GatewayAsk,
): GatewayReply {
  const origin = `http://${ask.headers.host}`;
  const one = {
    vendor,
    kind: "script" as const,
    id: ask.query.get(id) ?? "",
    event: "",
    eventId: null,
    page: null,
    params: {},
  };
  inbox.add({ ...one, wire: wireOf(ask) });
  return answerOf(
    200,
    "text/javascript; charset=utf-8",
    `{\nconst ORIGIN = ${JSON.stringify(origin)};\n${code}}\n`,
  );
}

function taken(
  inbox: Inbox,
  ask: GatewayAsk,
  found: readonly (Omit<Received, "number" | "at" | "wire"> | null)[],
  reply: GatewayReply,
): GatewayReply {
  for (const one of found) if (one) inbox.add({ ...one, wire: wireOf(ask) });
  return found.some(Boolean) ? reply : answerOf(400, "text/plain", "That is not understood.\n");
}

function wireOf({ method, path, query, body, headers }: GatewayAsk): Received["wire"] {
  const text = query.toString();
  return {
    method,
    url: path + (text && `?${text}`),
    body: body.toString("utf8"),
    referer: headers.referer ?? null,
  };
}

// Pages of every origin use these, with scripts and without reading the answer.
function answerOf(status: number, type: string, body: string | Buffer): GatewayReply {
  return {
    status,
    headers: {
      "content-type": type,
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "*",
      "cross-origin-resource-policy": "cross-origin",
    },
    body,
  };
}
