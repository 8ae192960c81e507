/** Returns the path to open after signing in: the one that the address names, if it is safe, else home (R4). */
export function returnPath(search: string, origin: string): string {
  const requested = new URLSearchParams(search).get("returnTo") ?? "";
  return safePath(requested, origin) ?? "/";
}

/** Returns the unchecked `returnTo` of the address for links to the next form; home without one. */
export function requestedReturn(search: string): string {
  return new URLSearchParams(search).get("returnTo") || "/";
}

/** Returns the address of an account screen that leads back to the given path. */
export function withReturn(screen: string, path: string): string {
  return path === "/"
    ? screen
    : `${screen}${screen.includes("?") ? "&" : "?"}returnTo=${encodeURIComponent(path)}`;
}

/**
 * Adds `returnTo` to the address of a form whose visitor left another form before its page ran: the links there did not know it yet.
 */
export function adoptReturn(): void {
  const { href, origin } = location;
  const url = new URL(href);
  if (url.searchParams.has("returnTo") || !URL.canParse(document.referrer)) return;
  const left = new URL(document.referrer);
  const returnTo = left.searchParams.get("returnTo");
  // Later forms of the same document have links that know it.
  const isLoaded = performance.getEntriesByType("navigation")[0]?.name === href;
  if (!isLoaded || left.origin !== origin || !forms.test(left.pathname) || !returnTo) return;
  url.searchParams.set("returnTo", returnTo);
  history.replaceState(history.state, "", url);
}

// A path that a browser would read as another host (`//`, `/\`, with tabs in between) is rejected. So are the forms
// themselves: returning to them would never end.
function safePath(requested: string, origin: string): string | null {
  if (!/^\/(?![/\\])/.test(requested) || !URL.canParse(requested, origin)) return null;
  const target = new URL(requested, origin);
  if (target.origin !== origin || forms.test(target.pathname)) return null;
  return target.pathname + target.search + target.hash;
}

const forms = /^\/(?:login|register|retrievePassword)\/?$/;
