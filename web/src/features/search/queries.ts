import type { Language } from "@cliffhanger/contract/languages";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";

const minute = 60_000;

/** What is suggested while a keyword is typed: names, and the series found first. Never a message: the next letter asks anew. */
export function suggestionsQuery(keyword: string, language: Language) {
  const params = { keyword, pageSize: "5" };
  return queryOptions({
    queryKey: queryKey("GET /api/homepage/query", language, params),
    queryFn: ({ signal }) => call("GET /api/homepage/query", params, { signal, quiet: true }),
    enabled: keyword !== "",
    staleTime: 5 * minute,
    gcTime: minute,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** What others look for. A quiet call: the search does without. */
export function trendingQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/search/trending", language),
    queryFn: ({ signal }) => call("GET /api/search/trending", undefined, { signal, quiet: true }),
    staleTime: 5 * minute,
    placeholderData: keepPreviousData,
  });
}
