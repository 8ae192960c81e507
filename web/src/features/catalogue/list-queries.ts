import type { Data, SeriesCard } from "@cliffhanger/contract";
import type { Language } from "@cliffhanger/contract/languages";
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from "@tanstack/react-query";
import { call } from "../../lib/api.ts";
import { queryKey } from "../../lib/query-key.ts";

const MINUTE_MS = 60_000;
// The server inlines a first page of this size: with another number here the browser would fetch it again.
const PAGE_SIZE = "24";

/** The source of a list: a category or tag, a section of the home screen, or a search. */
export type ListSource = { tag: string } | { section: string } | { keyword: string };

type Page = Data<"GET /api/homepage/query">;

/** The loaded part of a list. */
export interface LoadedList {
  cards: SeriesCard[];
  /** The length of the whole list, as the newest page reports it. */
  total: number;
  /** Names similar to the keyword. */
  suggestions?: string[] | undefined;
  /** The keyword with its typos corrected, when only that found something. */
  meant?: string | undefined;
}

/**
 * Fetches a list of series, page by page. Loaded pages stay for the whole visit, so that a step back finds them.
 * While another order or language loads, the last list stays.
 */
export function seriesListQuery(source: ListSource, sort: string, language: Language) {
  const params = { ...source, ...(sort === "recommended" ? {} : { sort }), pageSize: PAGE_SIZE };
  const key = queryKey("GET /api/homepage/query", language, params);
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => {
      // The first page of results counts as a completed search for the trending searches.
      const intent = "keyword" in source && pageParam === 1 ? { intent: "results" } : {};
      return call("GET /api/homepage/query", { ...params, ...intent, page: String(pageParam) }, { signal });
    },
    initialPageParam: 1,
    getNextPageParam: (last: Page) => (last.hasMore ? last.page + 1 : undefined),
    select: joinPages,
    staleTime: 5 * MINUTE_MS,
    // Keywords are unlimited, so only the latest results stay.
    gcTime: "keyword" in source ? 10 * MINUTE_MS : Number.POSITIVE_INFINITY,
    placeholderData: (previous, query) =>
      query && sameSource(query.queryKey[2], params) ? previous : undefined,
  });
}

/** Fetches the categories in their order. Quiet: a list works without them. */
export function categoriesQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/tag", language, { kind: "category" }),
    queryFn: ({ signal }) => call("GET /api/tag", { kind: "category" }, { signal, quiet: true }),
    staleTime: 5 * MINUTE_MS,
    placeholderData: keepPreviousData,
  });
}

/** Joins pages into one list. A series that moved to a later page while loading appears once, at its first position. */
export function joinPages({ pages }: InfiniteData<Page>): LoadedList {
  const cards = new Map<string, SeriesCard>();
  for (const { list } of pages) for (const card of list) if (!cards.has(card.id)) cards.set(card.id, card);
  const [first] = pages;
  return {
    cards: [...cards.values()],
    total: pages.at(-1)?.total ?? 0,
    suggestions: first?.suggestions,
    meant: first?.meant,
  };
}

function sameSource(one: Record<string, string>, other: Record<string, string>): boolean {
  return (["tag", "section", "keyword"] as const).every((name) => one[name] === other[name]);
}
