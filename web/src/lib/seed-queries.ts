import type { Language } from "@cliffhanger/contract/languages";
import type { InlinedQuery } from "@cliffhanger/contract/page-state";
import type { QueryClient } from "@tanstack/react-query";
import { queryKey } from "./query-key.ts";

/** Puts answers that the page contains where the screens look for them; one with a `page` begins a list of pages. */
export function seedQueries(client: QueryClient, language: Language, queries: readonly InlinedQuery[]): void {
  for (const { name, params, result } of queries) {
    const { page, ...rest } = params;
    const data = page === undefined ? result : { pages: [result], pageParams: [Number(page)] };
    client.setQueryData(queryKey(name, language, rest), data);
  }
}
