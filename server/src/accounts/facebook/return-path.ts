const LONGEST = 500;
// Ways in lead somewhere else when they are done; calls and files are no places to be.
const noPlace = /^\/(login|register|retrievePassword|api|media|assets)(\/|$)/;

/** The path of ours that a person goes back to: what a browser would take for another site, or no page, is home instead. */
export function returnPathOf(asked: unknown): string {
  if (typeof asked !== "string" || asked.length > LONGEST || !/^\/(?![/\\])/.test(asked)) return "/";
  const here = "http://here.invalid";
  if (!URL.canParse(asked, here)) return "/";
  const { origin, pathname, search, hash } = new URL(asked, here);
  return origin !== here || pathname.startsWith("//") || noPlace.test(pathname)
    ? "/"
    : pathname + search + hash;
}
