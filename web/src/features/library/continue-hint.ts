import type { ContinueCookie } from "@cliffhanger/contract/page-state";

const name: ContinueCookie = "continue";

/**
 * Whether the home screen will have something to continue. A cookie, because the server's page keeps the row's place by
 * it: nothing moves when the row comes.
 */
export function hasContinueHint(cookies: string): boolean {
  return cookies.includes(`${name}=1`);
}

/** Keeps the hint for the next page, for a year, or takes it away. */
export function keepContinueHint(something: boolean): void {
  if (hasContinueHint(document.cookie) === something) return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4
  document.cookie = `${name}=1; Path=/; Max-Age=${something ? 31_536_000 : 0}; SameSite=Lax`;
}
