import type { Language } from "@cliffhanger/contract/languages";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";

/** Fetches the public configuration (R85). Quiet: the app works without it. */
export function configQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/config", language),
    queryFn: ({ signal }) => call("GET /api/config", undefined, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
