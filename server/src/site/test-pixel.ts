import type { PixelKey, PixelTest, Site } from "@cliffhanger/contract";
import { type Acting, noteAct } from "#platform/db/audit";
import { HttpClientError, sendRequest } from "#platform/http-client";
import { newId } from "#platform/ids";
import { plainText } from "#platform/terminal";

/** Where the vendors' scripts are while simulators replace them. */
type Scripts = Site["pixels"] | null;

/** A custom event of ours, which no campaign counts as a conversion. */
const EVENT = "console_test";
const TIMEOUT_MS = 8_000;
const SCRIPT_BYTES = 2 * 1024 * 1024;
const MAX_DETAIL = 200;

/** What a vendor answered. */
type Answered = Pick<PixelTest, "outcome" | "status" | "detail">;

/** An event as it is sent. */
interface Sent {
  id: string;
  eventId: string;
  at: Date;
  /** The address of the site, as the page of the event. */
  page: string;
}

/**
 * Sends a test event for the id of a pixel to its vendor, as the vendor's own script does, and returns what it answered. The event
 * says that it is a test; nothing of a visitor is in it.
 */
export async function testPixel(
  acting: Acting,
  { key, id, scripts, page }: { key: PixelKey; id: string; scripts: Scripts; page: string },
): Promise<PixelTest> {
  const at = acting.clock.now();
  const eventId = `${EVENT}.${newId(at)}`;
  const sent = { id, eventId, at, page };
  const answered = await senders[key](sent, scripts).catch((error: unknown): Answered => {
    if (!(error instanceof HttpClientError)) throw error;
    return { outcome: "unreachable", status: null, detail: error.message };
  });
  const { outcome, status } = answered;
  const subject = { kind: "config", id: key };
  await noteAct(acting, "pixel.test", { subject, after: { value: id, outcome, status } });
  return { key, event: EVENT, eventId, at: at.toISOString(), ...answered };
}

const senders: Record<PixelKey, (sent: Sent, scripts: Scripts) => Promise<Answered>> = {
  facebook_pixel_id: toMeta,
  tiktok_pixel: toTikTok,
  google_analytics: toGoogle,
};

/** Meta takes events as the query of an image. */
async function toMeta({ id, eventId, at, page }: Sent, scripts: Scripts): Promise<Answered> {
  const url = new URL("/tr/", scripts?.facebook ?? "https://www.facebook.com");
  url.search = new URLSearchParams({
    id,
    ev: EVENT,
    dl: page,
    rl: "",
    if: "false",
    ts: String(at.getTime()),
    eid: eventId,
    "cd[source]": "console",
  }).toString();
  return answeredBy(await ask(url, { headers: { referer: page } }));
}

/** TikTok takes events as JSON, and answers a code of its own. */
async function toTikTok({ id, eventId, at, page }: Sent, scripts: Scripts): Promise<Answered> {
  const url = new URL("/api/v2/pixel", scripts?.tiktok ?? "https://analytics.tiktok.com");
  const response = await ask(url, {
    method: "POST",
    headers: { "content-type": "application/json", referer: page },
    body: JSON.stringify({
      event: EVENT,
      event_id: eventId,
      timestamp: at.toISOString(),
      context: { pixel: { code: id }, page: { url: page }, library: { name: "pixel.js" } },
      properties: { source: "console" },
    }),
  });
  const answered = answeredBy(response);
  const code = codeOf(response.text);
  return code === null || code === 0 ? answered : { ...answered, outcome: "refused" };
}

function codeOf(text: string): number | null {
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    return typeof code === "number" ? code : null;
  } catch {
    return null;
  }
}

/** Google serves a script for ids that it knows alone. Only an id of Analytics takes events without that script. */
async function toGoogle({ id, eventId, at, page }: Sent, scripts: Scripts): Promise<Answered> {
  const script = new URL(scripts?.google ?? "https://www.googletagmanager.com/gtag/js");
  script.search = new URLSearchParams({ id }).toString();
  const { status } = await ask(script, { headers: { referer: page } });
  if (status !== 200) return { outcome: "unknown_id", status, detail: null };
  if (!id.startsWith("G-")) return { outcome: "script_only", status, detail: null };
  const url = new URL("/g/collect", scripts?.google ?? "https://www.google-analytics.com");
  url.search = new URLSearchParams({
    v: "2",
    tid: id,
    cid: `${at.getTime()}.1`,
    en: EVENT,
    dl: page,
    _dbg: "1",
    "ep.event_id": eventId,
    "ep.source": "console",
  }).toString();
  return answeredBy(await ask(url, { method: "POST", headers: { referer: page } }));
}

function ask(url: URL, init: RequestInit) {
  return sendRequest(url, init, { timeoutMs: TIMEOUT_MS, maxBytes: SCRIPT_BYTES, redirect: "manual" });
}

function answeredBy({ status, headers, text }: Awaited<ReturnType<typeof ask>>): Answered {
  const isWords = /json|text/.test(headers.get("content-type") ?? "");
  const detail = isWords ? plainText(text).trim().slice(0, MAX_DETAIL) : "";
  const isTaken = status >= 200 && status < 300;
  return { outcome: isTaken ? "taken" : "refused", status, detail: detail === "" ? null : detail };
}
