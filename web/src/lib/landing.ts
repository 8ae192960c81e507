import type { ArrivedKey } from "@cliffhanger/contract/page-state";
import type { Store } from "./storage.ts";

const arrivedKey: ArrivedKey = "ARRIVED";
const referrerToken = /^[A-Za-z0-9._-]{1,128}$/;
// A click id is opaque, but it travels in a header: printable ASCII of a bearable length.
const clickId = /^[\x21-\x7e]{1,512}$/;

/**
 * Keeps what a campaign link brought: the referrer token (R35) and the click ids (R36). A ttclid also lands under
 * FBCLID, and is written last when a link carries both. Absent or malformed values never erase what is kept.
 * @param search a query string, with or without its question mark
 */
export function captureLanding(search: string, store: Store): void {
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

/** The query of this page, and behind it those of pages that were left before the app was there (save-landing-query.ts); once. */
export function arrivedWith(): string {
  try {
    const arrived = sessionStorage[arrivedKey];
    delete sessionStorage[arrivedKey];
    return arrived ?? location.search;
  } catch {
    return location.search;
  }
}

/** How somebody came here, as the server is told once. */
export interface Landing {
  /** Path and query as they arrived. */
  landing: string;
  referrer: string;
}

// The code and the key of a mail's link open doors: they are no news of how somebody came.
const secret = /([?&](?:code|key)=)[^&]*/g;
// What the contract takes at most.
const longest = 2048;
let untold: Landing | undefined;

/** Whether this page was reached by a link or an address: one that was reloaded, or stepped back to, is no landing. */
export function isLanding(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return !entry || entry.type === "navigate";
}

/** Notes how this page was reached, if it is a landing. */
export function noteLanding(): void {
  if (!isLanding()) return;
  untold = {
    landing: (location.pathname + location.search).replace(secret, "$1").slice(0, longest),
    referrer: document.referrer.slice(0, longest),
  };
}

/** The landing that the server has not heard of yet. */
export function untoldLanding(): Landing | undefined {
  return untold;
}

/**
 * The server knows of the landing: nobody else's token stays in the address, to be shared or kept (T17). Click ids stay: a pixel
 * may read them.
 */
export function landingTold(): void {
  untold = undefined;
  const url = new URL(location.href);
  if (!url.searchParams.has("token")) return;
  url.searchParams.delete("token");
  history.replaceState(history.state, "", url);
}
