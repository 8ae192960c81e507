import type { ContinueCookie } from "@cliffhanger/contract/page-state";

const COOKIE: ContinueCookie = "continue";

/**
 * Returns whether the home screen will have a row to continue. It is a cookie, because the server's page reserves the
 * row's space by it, so that nothing shifts when the row arrives.
 */
export function hasContinueHint(cookies: string): boolean {
  return cookies.includes(`${COOKIE}=1`);
}

let isPlaceRendered = false;

/** Sets whether the server's markup holds the row's place. */
export function seedContinuePlace(isRendered: boolean): void {
  isPlaceRendered = isRendered;
}

/** Returns whether the server's markup holds the row's place: the cookie may have changed since the page was requested. */
export function hasContinuePlace(): boolean {
  return isPlaceRendered;
}

/** Sets the hint for a year, or removes it. */
export function setContinueHint(hasEntries: boolean): void {
  if (hasContinueHint(document.cookie) === hasEntries) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4
  document.cookie = `${COOKIE}=1; Path=/; Max-Age=${hasEntries ? 31_536_000 : 0}; SameSite=Lax`;
}
