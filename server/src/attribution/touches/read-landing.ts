import type { Click } from "#platform/http/request-rules";
import { type Arrival, type TouchKind, type Utm, utmNames } from "./touch.ts";

/** A landing as reported by the browser. */
export interface Landing {
  /** Path and query of the first page. */
  landing: string;
  referrer: string | undefined;
}

// A click id is opaque, but it travels in a header: printable ASCII of limited length.
const CLICK_ID = /^[\x21-\x7e]{1,512}$/;
const TOKEN = /^[A-Za-z0-9._-]{1,128}$/;
const HOST = /^[a-z0-9.:[\]-]{1,100}$/;
/** The form of TikTok's ids, which identifies them in any parameter. */
const TIKTOK_ID = /^E\.C\.P\./;
const MAX_UTM_LENGTH = 100;

/**
 * Paths whose second part is one of our ids. Of other paths only the first part is stored, because the rest may be a
 * search query.
 */
const PATH_WITH_ID = /^\/(videos|browse|more)\/([A-Za-z0-9_-]{1,32})\/?$/;
const FIRST_PATH_PART = /^\/([A-Za-z]{1,40})(?:\/|$)/;

// Visitors return from these sites while paying or signing in.
const RETURN_HOSTS = /(^|\.)(paypal\.com|stripe\.com|stripe\.network)$|^(www|m)\.facebook\.com$/;

/**
 * Reads a landing. Null if it is not one: a return from a gateway, or a reload of one of our pages without anything
 * new.
 */
export function readLanding({ landing, referrer }: Landing, ours: ReadonlySet<string>): Arrival | null {
  if (!landing.startsWith("/") || !URL.canParse(landing, "http://landing.invalid")) return null;
  const { pathname, searchParams } = new URL(landing, "http://landing.invalid");
  if (/^\/order(\/|$)/.test(pathname)) return null;
  const utm = utmOf(searchParams);
  const token = searchParams.get("token") ?? "";
  const from = hostOf(referrer);
  const referrerHost = from !== null && !ours.has(from) && !RETURN_HOSTS.test(from) ? from : null;
  const facts = {
    token: TOKEN.test(token) ? token : null,
    landing: pathOf(pathname),
    seriesId: pathname.startsWith("/videos/") ? (PATH_WITH_ID.exec(pathname)?.[2] ?? null) : null,
    referrer: referrerHost,
    utm,
  };
  const click = clickIn({
    ttclid: searchParams.get("ttclid"),
    fbclid: searchParams.get("fbclid"),
    gclid: searchParams.get("gclid"),
  });
  if (click) return { ...click, ...facts };
  if (facts.token !== null) return { kind: "token", value: facts.token, ...facts };
  if (Object.keys(utm).length > 0) return { kind: "utm", value: utm.source ?? null, ...facts };
  if (referrerHost !== null) return { kind: "referral", value: referrerHost, ...facts };
  return from === null ? { kind: "direct", value: null, ...facts } : null;
}

/**
 * Reads the click from request headers, for visitors without a landing. The same value under both names is a TikTok
 * click (R36). Different values mean that the Facebook click was later, because TikTok's would have replaced it.
 */
export function readClick({ referrer, fbclid, ttclid }: Click): Arrival | null {
  const token = referrer !== undefined && TOKEN.test(referrer) ? referrer : null;
  const facts = { token, landing: null, seriesId: null, referrer: null, utm: {} };
  const click =
    ttclid !== undefined && fbclid !== undefined && fbclid !== ttclid
      ? clickIn({ fbclid })
      : clickIn({ ttclid, fbclid });
  if (click) return { ...click, ...facts };
  return token === null ? null : { kind: "token", value: token, ...facts };
}

interface ClickIds {
  ttclid?: string | null | undefined;
  fbclid?: string | null | undefined;
  gclid?: string | null | undefined;
}

/**
 * Returns the click that counts: TikTok's if there are several, because it is written last (R36). A TikTok id is
 * never taken for another network's.
 */
function clickIn({ ttclid, fbclid, gclid }: ClickIds): { kind: TouchKind; value: string } | null {
  const clicks = { tiktok: ttclid, facebook: fbclid, google: gclid } as const;
  for (const [kind, value] of Object.entries(clicks))
    if (value && CLICK_ID.test(value))
      return { kind: TIKTOK_ID.test(value) ? "tiktok" : (kind as keyof typeof clicks), value };
  return null;
}

function pathOf(pathname: string): string {
  const found = PATH_WITH_ID.exec(pathname);
  if (found) return `/${found[1]}/${found[2]}`;
  return `/${FIRST_PATH_PART.exec(pathname)?.[1] ?? ""}`;
}

function hostOf(referrer: string | undefined): string | null {
  if (!referrer || !URL.canParse(referrer)) return null;
  const url = new URL(referrer);
  const known = url.protocol === "http:" || url.protocol === "https:" || url.protocol === "android-app:";
  const name = url.hostname.toLowerCase();
  return known && HOST.test(name) ? name : null;
}

function utmOf(query: URLSearchParams): Utm {
  const utm: Utm = {};
  for (const name of utmNames) {
    const text = cleanUtm(query.get(`utm_${name}`) ?? "");
    if (text !== "") utm[name] = text;
  }
  return utm;
}

/** Cleans a campaign parameter for reports. Removes email addresses, which identify a person. */
function cleanUtm(text: string): string {
  const cleaned = text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{C}\p{Zl}\p{Zp}\ufffd]/gu, "")
    .replace(/\s+/g, " ")
    // Reports use brackets for unknown values.
    .replace(/^[\s(]+/, "");
  if (/@[^\s@]+\.[^\s@]/.test(cleaned)) return "";
  // Truncating may split a surrogate pair.
  return cleaned
    .slice(0, MAX_UTM_LENGTH)
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trim();
}
