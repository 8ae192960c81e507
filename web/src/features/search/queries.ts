import type { Language } from "@cliffhanger/contract/languages";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";

const MINUTE_MS = 60_000;

/**
 * Fetches suggestions for a keyword: names, and the first series found. Quiet, because the next key press fetches
 * again.
 */
export function suggestionsQuery(keyword: string, language: Language) {
  const params = { keyword, pageSize: "5" };
  return queryOptions({
    queryKey: queryKey("GET /api/homepage/query", language, params),
    queryFn: ({ signal }) => call("GET /api/homepage/query", params, { signal, quiet: true }),
    enabled: keyword !== "",
    staleTime: 5 * MINUTE_MS,
    gcTime: MINUTE_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** Fetches the trending searches. Quiet: the search works without them. */
export function trendingQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/search/trending", language),
    queryFn: ({ signal }) => call("GET /api/search/trending", undefined, { signal, quiet: true }),
    staleTime: 5 * MINUTE_MS,
    placeholderData: keepPreviousData,
  });
}
