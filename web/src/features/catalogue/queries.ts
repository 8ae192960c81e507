import type { Language } from "@cliffhanger/contract/languages";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";

const minute = 60_000;

/** The home screen's carousel and sections. While another language loads, the last one stays. */
export function homepageQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/homepage", language),
    queryFn: ({ signal }) => call("GET /api/homepage", undefined, { signal }),
    staleTime: minute,
    placeholderData: keepPreviousData,
  });
}
