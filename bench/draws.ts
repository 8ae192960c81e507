import { type Language, languages } from "@cliffhanger/contract";
import { generator } from "./shuffle.ts";

/** One page of a list: what ours and the limit program are both asked for. */
export interface ListDraw {
  /** Null: all series. */
  tag: string | null;
  sort: "newest" | "popular";
  page: number;
  size: number;
  language: Language;
}

/** What is drawn from: the tags (none: all series) and the first and last page, both included. */
export interface DrawRange {
  tags: readonly string[];
  pages: readonly [first: number, last: number];
}

const SMALLEST_PAGE = 10;
const LARGEST_PAGE = 59;

/**
 * Draws pages of lists: tag, order, page, size and language anew for each request, the same in every run. The larger the range
 * of pages, the smaller the share that a cache of whole answers can serve.
 */
export function drawLists(
  count: number,
  { tags, pages: [first, last] }: DrawRange,
  seed: number,
): ListDraw[] {
  const random = generator(seed);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  return Array.from({ length: count }, () => ({
    tag: tags.length > 0 ? pick(tags) : null,
    sort: pick(["newest", "popular"] as const),
    page: between(first, last),
    size: between(SMALLEST_PAGE, LARGEST_PAGE),
    language: pick(languages),
  }));
}

/** Returns pages of the largest size, in every order and language, that together have each series which a draw can reach. */
export function coveringDraws({ tags, pages: [first, last] }: DrawRange): ListDraw[] {
  const from = Math.floor(((first - 1) * SMALLEST_PAGE) / LARGEST_PAGE) + 1;
  const pages = Array.from({ length: last - from + 1 }, (_, at) => from + at);
  const size = LARGEST_PAGE;
  return (tags.length > 0 ? tags : [null]).flatMap((tag) =>
    (["newest", "popular"] as const).flatMap((sort) =>
      languages.flatMap((language) => pages.map((page) => ({ tag, sort, page, size, language }))),
    ),
  );
}

/** The request of a draw to ours, as `load` takes it: a path, a tab, the Accept-Language. */
export function pathOfDraw({ tag, sort, page, size, language }: ListDraw): string {
  const of = tag === null ? "" : `tag=${encodeURIComponent(tag)}&`;
  return `/api/homepage/query?${of}sort=${sort}&page=${page}&pageSize=${size}\t${language}`;
}
