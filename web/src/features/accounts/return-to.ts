/** Where to go after signing in: the path that the address names, if it is one of ours, else home (R4). */
export function returnPath(search: string, origin: string): string {
  const asked = new URLSearchParams(search).get("returnTo") ?? "";
  return ownPath(asked, origin) ?? "/";
}

/** What the address asks to go back to, to be handed on to the next form as it is; home when it asks for nothing. */
export function askedReturn(search: string): string {
  return new URLSearchParams(search).get("returnTo") || "/";
}

/** The address of a screen of accounts that leads back to where the person is. */
export function withReturn(screen: string, path: string): string {
  return path === "/"
    ? screen
    : `${screen}${screen.includes("?") ? "&" : "?"}returnTo=${encodeURIComponent(path)}`;
}

// A path that a browser would read as another host (`//`, `/\`, with tabs in between) is nobody's way back,
// and a way back to the forms themselves would never end.
function ownPath(asked: string, origin: string): string | null {
  if (!/^\/(?![/\\])/.test(asked) || !URL.canParse(asked, origin)) return null;
  const target = new URL(asked, origin);
  if (target.origin !== origin || forms.test(target.pathname)) return null;
  return target.pathname + target.search + target.hash;
}

const forms = /^\/(?:login|register|retrievePassword)\/?$/;
