import type { Language } from "@cliffhanger/contract/languages";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";

const MINUTE_MS = 60_000;

/** Fetches the details of a series. A refetch fails silently: the cached answer stays. */
export function seriesQuery(id: string, language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/video", language, { id }),
    queryFn: ({ signal, client, queryKey: key }) =>
      call("GET /api/video", { id }, { signal, quiet: client.getQueryData(key) !== undefined }),
    staleTime: MINUTE_MS,
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  });
}

/** Fetches all episodes of a series, in order. */
export function episodesQuery(seriesId: string, language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/video/episode", language, { seriesId }),
    queryFn: ({ signal, client, queryKey: key }) =>
      call("GET /api/video/episode", { seriesId }, { signal, quiet: client.getQueryData(key) !== undefined }),
    staleTime: MINUTE_MS,
    placeholderData: (previous) => (previous?.list[0]?.seriesId === seriesId ? previous : undefined),
  });
}
