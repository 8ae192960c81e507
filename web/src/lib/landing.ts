import type { ArrivedKey } from "@cliffhanger/contract/page-state";
import type { Store } from "./storage.ts";

const arrivedKey: ArrivedKey = "ARRIVED";
const referrerToken = /^[A-Za-z0-9._-]{1,128}$/;
// A click id is opaque, but it travels in a header: printable ASCII of limited length.
const clickId = /^[\x21-\x7e]{1,512}$/;

/**
 * Saves what a campaign link carried: the referrer token (R35) and the click ids (R36). A ttclid is also saved as
 * FBCLID, and is written last when a link carries both. Absent or malformed values never erase saved ones.
 * @param search a query string, with or without its question mark
 */
export function saveLanding(search: string, store: Store): void {
  const query = new URLSearchParams(search);
  const token = query.get("token");
  const fbclid = query.get("fbclid");
  const ttclid = query.get("ttclid");
  if (token !== null && referrerToken.test(token)) store.set("referrerToken", token);
  if (fbclid !== null && clickId.test(fbclid)) store.set("fbclid", fbclid);
  if (ttclid !== null && clickId.test(ttclid)) {
    store.set("fbclid", ttclid);
    store.set("ttclid", ttclid);
  }
}

/** Returns once the query of this page, followed by those of pages left before the app ran (save-landing-query.ts). */
export function takeLandingQuery(): string {
  try {
    const arrived = sessionStorage[arrivedKey];
    delete sessionStorage[arrivedKey];
    return arrived ?? location.search;
  } catch {
    return location.search;
  }
}

/** How a visit began, as the server is informed once. */
export interface Landing {
  /** Path and query of the first page. */
  landing: string;
  referrer: string;
}

// The code and the key of an email link grant access and say nothing about where a visitor came from.
const secretParams = /([?&](?:code|key)=)[^&]*/g;
// The contract's limit.
const MAX_LENGTH = 2048;
let unsentLanding: Landing | undefined;

/**
 * Returns whether this page was reached by a link or an address. A reload or a step back in the history is not a
 * landing.
 */
export function isLanding(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return !entry || entry.type === "navigate";
}

/** Records how this page was reached, if it is a landing. */
export function recordLanding(): void {
  if (!isLanding()) return;
  unsentLanding = {
    landing: (location.pathname + location.search).replace(secretParams, "$1").slice(0, MAX_LENGTH),
    referrer: document.referrer.slice(0, MAX_LENGTH),
  };
}

/** Returns the landing that the server has not received yet. */
export function getUnsentLanding(): Landing | undefined {
  return unsentLanding;
}

/**
 * Records that the server has received the landing. Removes another user's token from the address, so that it is not
 * shared or saved (T17). Click ids stay: a pixel may read them.
 */
export function markLandingSent(): void {
  unsentLanding = undefined;
  const url = new URL(location.href);
  if (!url.searchParams.has("token")) return;
  url.searchParams.delete("token");
  history.replaceState(history.state, "", url);
}
