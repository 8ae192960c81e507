import type { Language } from "@cliffhanger/contract/languages";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";

// Grants are valid for ten minutes; an older answer than this is refetched when an episode opens.
const FRESH_MS = 8 * 60_000;

/** Fetches one episode with its media addresses; rejects with code 402 and the offer when it is locked. */
export function playableQuery(id: string, language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/video/episode", language, { id }),
    queryFn: ({ signal }) => call("GET /api/video/episode", { id }, { signal, quiet: true }),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });
}
