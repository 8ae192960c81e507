import type { Language } from "@cliffhanger/contract/languages";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";

const MINUTE_MS = 60_000;

/** Fetches the home screen's carousel and sections. While another language loads, the last answer stays. */
export function homepageQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/homepage", language),
    queryFn: ({ signal }) => call("GET /api/homepage", undefined, { signal }),
    staleTime: MINUTE_MS,
    placeholderData: keepPreviousData,
  });
}
