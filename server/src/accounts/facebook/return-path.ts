const MAX_LENGTH = 500;
// Sign-in pages redirect when they are done; calls and files are not pages.
const noPlace = /^\/(login|register|retrievePassword|api|media|assets)(\/|$)/;

/** Returns the path to return to: home for anything that a browser would take for another site, or that is not a page. */
export function returnPathOf(asked: unknown): string {
  if (typeof asked !== "string" || asked.length > MAX_LENGTH || !/^\/(?![/\\])/.test(asked)) return "/";
  const here = "http://here.invalid";
  if (!URL.canParse(asked, here)) return "/";
  const { origin, pathname, search, hash } = new URL(asked, here);
  return origin !== here || pathname.startsWith("//") || noPlace.test(pathname)
    ? "/"
    : pathname + search + hash;
}

/** Returns the unchecked `returnTo` of the form that a request came from; undefined without one. */
export function returnToOf(referer: string | undefined): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  return new URL(referer).searchParams.get("returnTo") ?? undefined;
}
