import type { Sort } from "@cliffhanger/contract";

/** Returns a list's address with its sort order; the default order is omitted. */
export function addressOf(path: string, sort: Sort): string {
  return sort === "recommended" ? path : `${path}?sort=${sort}`;
}
