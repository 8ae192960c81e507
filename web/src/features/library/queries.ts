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

const pageSize = "24";
const rowSize = "12";

type FavoritePage = Data<"GET /api/user/favorite">;
type HistoryPage = Data<"GET /api/user/history">;

/** One row of the history. */
export type HistoryRow = HistoryPage["list"][number];

/** My List, page by page, the newest first. Looked at anew whenever it is opened: it changes elsewhere too. */
export function favoritesQuery(language: Language) {
  return infiniteQueryOptions({
    queryKey: queryKey("GET /api/user/favorite", language, { pageSize }),
    queryFn: ({ pageParam, signal }) =>
      call("GET /api/user/favorite", { pageSize, page: String(pageParam) }, { signal }),
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

/** The history, page by page, the newest first. */
export function historyQuery(language: Language) {
  return infiniteQueryOptions({
    queryKey: queryKey("GET /api/user/history", language, { pageSize }),
    queryFn: ({ pageParam, signal }) =>
      call("GET /api/user/history", { pageSize, page: String(pageParam) }, { signal }),
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

/** The newest of the history, guests' too (R39), for the home screen: a quiet call, home is whole without it. */
export function recentQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/user/history", language, { pageSize: rowSize, recent: "1" }),
    queryFn: ({ signal }) => call("GET /api/user/history", { pageSize: rowSize }, { signal, quiet: true }),
  });
}

// No viewer watches more series than this many pages hold.
const mostPages = 20;

/** The ids of the series that this viewer, guest or member, has watched to the end of their last episode. A quiet call. */
export function finishedSeriesQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/user/history", language, { finished: "1" }),
    queryFn: async ({ signal }) => {
      const ids: string[] = [];
      for (let page = 1; page <= mostPages; page += 1) {
        const params = { pageSize: "100", page: String(page) };
        const { list, hasMore } = await call("GET /api/user/history", params, { signal, quiet: true });
        for (const { series, episode, done } of list)
          if (done && episode.number >= series.episodeCount) ids.push(series.id);
        if (!hasMore) break;
      }
      return ids;
    },
  });
}

/** Has every list of the history, or of My List, ask anew. */
export function refreshList(client: QueryClient, name: "history" | "favorite"): Promise<void> {
  return client.invalidateQueries({ queryKey: [`GET /api/user/${name}`] });
}

// What moved to a later page while they were loaded stands once, where it came first.
function distinct<T>(list: readonly T[], idOf: (one: T) => string): T[] {
  return [...new Map(list.toReversed().map((one) => [idOf(one), one])).values()].toReversed();
}
