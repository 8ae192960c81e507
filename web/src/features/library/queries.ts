import type { Data, SeriesCard } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";

const PAGE_SIZE = "24";
const ROW_SIZE = "12";

type FavoritePage = Data<"GET /api/user/favorite">;
type HistoryPage = Data<"GET /api/user/history">;

/** An entry of the history. */
export type HistoryRow = HistoryPage["list"][number];

/** Fetches My List, page by page, newest first, on each visit of its screen: other devices change it too. */
export function favoritesQuery(language: Language) {
  return infiniteQueryOptions({
    queryKey: queryKey("GET /api/user/favorite", language, { pageSize: PAGE_SIZE }),
    queryFn: ({ pageParam, signal }) =>
      call("GET /api/user/favorite", { pageSize: PAGE_SIZE, page: String(pageParam) }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last: FavoritePage) => (last.hasMore ? last.page + 1 : undefined),
    select: ({ pages }: InfiniteData<FavoritePage>) => ({
      cards: distinct(
        pages.flatMap(({ list }) => list),
        ({ id }: SeriesCard) => id,
      ),
      total: pages.at(-1)?.total ?? 0,
    }),
  });
}

/** Fetches the history, page by page, newest first, and when the viewer comes back: they may have watched on another device. */
export function historyQuery(language: Language) {
  return infiniteQueryOptions({
    queryKey: queryKey("GET /api/user/history", language, { pageSize: PAGE_SIZE }),
    queryFn: ({ pageParam, signal }) =>
      call("GET /api/user/history", { pageSize: PAGE_SIZE, page: String(pageParam) }, { signal }),
    refetchOnWindowFocus: true,
    initialPageParam: 1,
    getNextPageParam: (last: HistoryPage) => (last.hasMore ? last.page + 1 : undefined),
    select: ({ pages }: InfiniteData<HistoryPage>) => ({
      rows: distinct(
        pages.flatMap(({ list }) => list),
        ({ series }: HistoryRow) => series.id,
      ),
      total: pages.at(-1)?.total ?? 0,
    }),
  });
}

/** Fetches the series that this viewer unlocked and that ended for everybody. Quiet: the lists work without them. */
export function endedQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/user/ended", language),
    queryFn: ({ signal }) => call("GET /api/user/ended", undefined, { signal, quiet: true }),
  });
}

/**
 * Fetches the newest entries of the history, for guests too (R39), for the home screen, and when the viewer comes back
 * to it. Quiet: home works without them.
 */
export function recentQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/user/history", language, { pageSize: ROW_SIZE, recent: "1" }),
    queryFn: ({ signal }) => call("GET /api/user/history", { pageSize: ROW_SIZE }, { signal, quiet: true }),
    refetchOnWindowFocus: true,
  });
}

// An upper limit that no real history reaches.
const MAX_PAGES = 20;

/** Fetches the ids of the series that this guest or member has finished. Quiet. */
export function finishedSeriesQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/user/history", language, { finished: "1" }),
    queryFn: async ({ signal }) => {
      const ids: string[] = [];
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const params = { pageSize: "100", page: String(page) };
        const { list, hasMore } = await call("GET /api/user/history", params, { signal, quiet: true });
        for (const { series, next, done } of list) if (done && next === null) ids.push(series.id);
        if (!hasMore) break;
      }
      return ids;
    },
  });
}

/** Refetches every list of the history, or of My List. */
export function refreshList(client: QueryClient, name: "history" | "favorite"): Promise<void> {
  return client.invalidateQueries({ queryKey: [`GET /api/user/${name}`] });
}

// Removes duplicates: an entry that moved to a later page while loading appears once, at its first position.
function distinct<T>(list: readonly T[], idOf: (one: T) => string): T[] {
  return [...new Map(list.toReversed().map((one) => [idOf(one), one])).values()].toReversed();
}
