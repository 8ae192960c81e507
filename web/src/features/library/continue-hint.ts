import type { ContinueCookie } from "@cliffhanger/contract/page-state";

const COOKIE: ContinueCookie = "continue";

/**
 * Returns whether the home screen will have a row to continue. It is a cookie, because the server's page reserves the
 * row's space by it, so that nothing shifts when the row arrives.
 */
export function hasContinueHint(cookies: string): boolean {
  return cookies.includes(`${COOKIE}=1`);
}

/** Sets the hint for a year, or removes it. */
export function setContinueHint(hasEntries: boolean): void {
  if (hasContinueHint(document.cookie) === hasEntries) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4
  document.cookie = `${COOKIE}=1; Path=/; Max-Age=${hasEntries ? 31_536_000 : 0}; SameSite=Lax`;
}
