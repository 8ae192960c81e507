import type { Language } from "@cliffhanger/contract/languages";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";

// A tile shows three; the answer also contains the total.
const newest = { page: "1", pageSize: "3" };

/** Fetches the newest entries of My List. */
export function newestFavoritesQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/user/favorite", language, newest),
    queryFn: ({ signal }) => call("GET /api/user/favorite", newest, { signal, quiet: true }),
  });
}

/** Fetches the newest entries of the history. */
export function newestHistoryQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/user/history", language, newest),
    queryFn: ({ signal }) => call("GET /api/user/history", newest, { signal, quiet: true }),
  });
}

/** Fetches the signed-in devices. */
export function sessionsQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/user/sessions", language),
    queryFn: ({ signal }) => call("GET /api/user/sessions", undefined, { signal, quiet: true }),
  });
}

/** Fetches the documents that the member agreed to. */
export function agreementsQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/user/agreements", language),
    queryFn: ({ signal }) => call("GET /api/user/agreements", undefined, { signal, quiet: true }),
  });
}
