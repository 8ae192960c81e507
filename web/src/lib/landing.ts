import type { Store } from "./storage.ts";

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
