import type { Sort } from "@cliffhanger/contract";

// The orders of a list as the address names them; the first needs no parameter.
const sorts = ["recommended", "newest", "popular"] as const satisfies readonly Sort[];

/** Returns the order that an address names (`?sort=newest`); an unknown one counts as `recommended`. */
export function sortOf(search: string): Sort {
  const asked = new URLSearchParams(search).get("sort");
  return sorts.find((sort) => sort === asked) ?? "recommended";
}
