import type { Language } from "@cliffhanger/contract/languages";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";

// Grants live ten minutes; an answer that is older than this is asked for anew when an episode is opened.
const fresh = 8 * 60_000;

/** One episode with what plays it; rejects with code 402 and the offer when it is locked. */
export function playableQuery(id: string, language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/video/episode", language, { id }),
    queryFn: ({ signal }) => call("GET /api/video/episode", { id }, { signal, quiet: true }),
    staleTime: fresh,
    gcTime: fresh,
  });
}
