/** Stands in for the router's own matching of patterns, which would only travel along: `app/routes.ts` finds screens. */
export function parse(): never {
  throw new Error("Screens are found by matchRoute, not by a pattern of the router.");
}
