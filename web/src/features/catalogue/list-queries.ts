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

const minute = 60_000;
// The server inlines a first page of this size: another number here and the browser would ask for it once more.
const pageSize = "24";

/** What a list is made of: a category or tag, a section of the home screen, or what a keyword finds. */
export type ListSource = { tag: string } | { section: string } | { keyword: string };

type Page = Data<"GET /api/homepage/query">;

/** A list whole, as far as it is loaded. */
export interface LoadedList {
  cards: SeriesCard[];
  /** The whole list's length, as the newest page says it. */
  total: number;
  /** Names near a keyword. */
  suggestions?: string[] | undefined;
  /** The keyword with its typos corrected, where only that found something. */
  meant?: string | undefined;
}

/**
 * A list of series, page by page. Loaded pages stay for the whole visit, so that a step back finds them. While another
 * order or language loads, the last list stays.
 */
export function seriesListQuery(source: ListSource, sort: string, language: Language) {
  const params = { ...source, ...(sort === "recommended" ? {} : { sort }), pageSize };
  const key = queryKey("GET /api/homepage/query", language, params);
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => {
      // Whoever sees the first page of results has really searched: it counts for what trends.
      const intent = "keyword" in source && pageParam === 1 ? { intent: "results" } : {};
      return call("GET /api/homepage/query", { ...params, ...intent, page: String(pageParam) }, { signal });
    },
    initialPageParam: 1,
    getNextPageParam: (last: Page) => (last.hasMore ? last.page + 1 : undefined),
    select: joinPages,
    staleTime: 5 * minute,
    // There is no end to keywords, so only the latest results stay.
    gcTime: "keyword" in source ? 10 * minute : Number.POSITIVE_INFINITY,
    placeholderData: (previous, query) =>
      query && sameSource(query.queryKey[2], params) ? previous : undefined,
  });
}

/** The categories in their order; a quiet call, a list is whole without them. */
export function categoriesQuery(language: Language) {
  return queryOptions({
    queryKey: queryKey("GET /api/tag", language, { kind: "category" }),
    queryFn: ({ signal }) => call("GET /api/tag", { kind: "category" }, { signal, quiet: true }),
    staleTime: 5 * minute,
    placeholderData: keepPreviousData,
  });
}

/** Pages as one list. What moved to a later page while they were loaded stands once, where it came first. */
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
