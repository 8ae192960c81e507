import type { Language, SeriesPage, SeriesQuery, Tag, tagKinds } from "@cliffhanger/contract";
import {
  cardsOf,
  EVERY_SERIES,
  findCards,
  listSectionPage,
  listTagPage,
  listTags,
  normaliseKeyword,
  type SeriesSlice,
  type Slice,
  searchSeries,
  type TagNames,
  textIn,
} from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";

/** What reading lists needs. */
export interface ListContext {
  db: Db;
  clock: Clock;
  tagNames: TagNames;
}

/** Maximum number of suggestions next to the results. */
const MAX_SUGGESTIONS = 8;

/** A normalised query: a source, and the page of it. */
export interface ListQuery extends Pick<SeriesQuery, "sort" | "page" | "pageSize"> {
  source: "keyword" | "tag" | "section";
  /** The keyword or the id. */
  name: string;
}

/** Normalises a query, so that equivalent queries share one cached response. */
export function normaliseQuery({ keyword, tag, section, sort, page, pageSize }: SeriesQuery): ListQuery {
  const order = { sort, page, pageSize };
  // Search results are always sorted by relevance.
  if (keyword !== undefined) {
    return { ...order, sort: "recommended", source: "keyword", name: normaliseKeyword(keyword) };
  }
  if (tag !== undefined) return { ...order, source: "tag", name: tag };
  if (section !== undefined) return { ...order, source: "section", name: section };
  return { ...order, source: "tag", name: EVERY_SERIES };
}

/** Returns a page of series for a normalised query; empty for unknown ids and keywords without results. */
export async function readSeriesPage(
  context: ListContext,
  query: ListQuery,
  language: Language,
): Promise<SeriesPage> {
  const { source, name, sort } = query;
  if (source === "keyword") return readHits(context, query, language);
  const list = source === "tag" ? listTagPage : listSectionPage;
  return pageOf(context, await list(context.db, name, sort, sliceOf(query)), language, query);
}

function sliceOf({ page, pageSize }: ListQuery): Slice {
  return { offset: (page - 1) * pageSize, limit: pageSize };
}

async function readHits(context: ListContext, query: ListQuery, language: Language): Promise<SeriesPage> {
  const { db, tagNames } = context;
  const [found, tags] = await Promise.all([
    searchSeries(db, query.name, language, sliceOf(query)),
    tagNames.near(query.name, language),
  ]);
  const ids = found.total > 0 ? found.ids : found.nearby;
  const rows = await findCards(db, ids);
  const hits = { rows: found.total > 0 ? rows : [], total: found.total };
  const answer = await pageOf(context, hits, language, query);
  const titles = rows.slice(0, MAX_SUGGESTIONS).map((row) => textIn(row.title, language));
  const meant = found.meant === null ? [] : [found.meant];
  // A tag leads to several titles, but tags take at most half of the places.
  const suggestions = [...new Set([...meant, ...tags.slice(0, MAX_SUGGESTIONS / 2), ...titles])];
  return {
    ...answer,
    suggestions: suggestions.slice(0, MAX_SUGGESTIONS),
    ...(found.meant === null ? {} : { meant: found.meant }),
  };
}

async function pageOf(
  { clock, tagNames }: ListContext,
  { rows, total }: SeriesSlice,
  language: Language,
  { page, pageSize }: ListQuery,
): Promise<SeriesPage> {
  const list = cardsOf(rows, await tagNames.byId(), language, clock.now());
  return { list, total, page, pageSize, hasMore: page * pageSize < total };
}

/** Returns all categories and tags that have series, in one page. */
export async function readTags(
  { db }: ListContext,
  kind: (typeof tagKinds)[number] | undefined,
  language: Language,
): Promise<{ list: Tag[]; total: number; page: number; pageSize: number; hasMore: boolean }> {
  const rows = await listTags(db, kind);
  const list = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: textIn(row.name, language),
    seriesCount: row.series_count,
  }));
  return { list, total: list.length, page: 1, pageSize: Math.max(1, list.length), hasMore: false };
}
