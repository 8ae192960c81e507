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

/** One series whole. */
export function seriesQuery(id: string, language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/video", language, { id }),
    queryFn: ({ signal }) => call("GET /api/video", { id }, { signal }),
    staleTime: minute,
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
  });
}

/** All episodes of a series, in order. */
export function episodesQuery(seriesId: string, language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/video/episode", language, { seriesId }),
    queryFn: ({ signal }) => call("GET /api/video/episode", { seriesId }, { signal }),
    staleTime: minute,
    placeholderData: (previous) => (previous?.list[0]?.seriesId === seriesId ? previous : undefined),
  });
}
