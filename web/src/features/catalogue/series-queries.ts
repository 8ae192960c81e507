import type { Language } from "@cliffhanger/contract/languages";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";

const minute = 60_000;

/** One series whole. Looked at again, it fails without a word: the answer that is here goes on. */
export function seriesQuery(id: string, language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/video", language, { id }),
    queryFn: ({ signal, client, queryKey: key }) =>
      call("GET /api/video", { id }, { signal, quiet: client.getQueryData(key) !== undefined }),
    staleTime: minute,
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  });
}

/** All episodes of a series, in order. */
export function episodesQuery(seriesId: string, language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/video/episode", language, { seriesId }),
    queryFn: ({ signal, client, queryKey: key }) =>
      call("GET /api/video/episode", { seriesId }, { signal, quiet: client.getQueryData(key) !== undefined }),
    staleTime: minute,
    placeholderData: (previous) => (previous?.list[0]?.seriesId === seriesId ? previous : undefined),
  });
}
