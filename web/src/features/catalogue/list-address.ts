import type { Sort } from "@cliffhanger/contract";

/** A list's address in an order; the usual order needs no word in it. */
export function addressOf(path: string, sort: Sort): string {
  return sort === "recommended" ? path : `${path}?sort=${sort}`;
}
