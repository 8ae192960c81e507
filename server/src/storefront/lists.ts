import type { Language, SeriesPage, SeriesQuery, Tag, tagKinds } from "@cliffhanger/contract";
import {
  badgeOf,
  type CardCache,
  type CardText,
  completeCard,
  EVERY_SERIES,
  listSectionPage,
  listTagPage,
  listTags,
  normaliseKeyword,
  type SeriesSlice,
  type Slice,
  searchSeries,
  type TagNames,
  textIn,
  titlesOf,
} from "#catalogue";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";

/** What reading lists needs. */
export interface ListContext {
  db: Db;
  clock: Clock;
  tagNames: TagNames;
  cards: CardCache;
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

/** A page of series as the JSON of its answer, and how many series the whole list has. */
export interface PageText {
  json: string;
  total: number;
}

/**
 * Reads a page of series for a normalised query. Unknown ids and words that nothing contains give an empty page. The cards are
 * stored texts that were checked against the contract when they were written.
 */
export async function readSeriesPage(
  context: ListContext,
  query: ListQuery,
  language: Language,
): Promise<PageText> {
  const { source, name, sort } = query;
  if (source === "keyword") return readHits(context, query, language);
  const { db, clock } = context;
  const slice = sliceOf(query);
  const { series, total } =
    source === "tag"
      ? await listTagPage(db, name, sort, slice)
      : await listSectionPage(db, { id: name, at: clock.now() }, sort, slice);
  const cards = await context.cards.read(
    series.map(({ id }) => id),
    language,
  );
  return pageText(context, { series, cards, total }, query);
}

function sliceOf({ page, pageSize }: ListQuery): Slice {
  return { offset: (page - 1) * pageSize, limit: pageSize };
}

async function readHits(context: ListContext, query: ListQuery, language: Language): Promise<PageText> {
  const { db, tagNames } = context;
  const [found, tags] = await Promise.all([
    searchSeries(db, query.name, language, sliceOf(query)),
    tagNames.near(query.name, language),
  ]);
  const series = found.total > 0 ? found.series : found.nearby;
  const ids = series.map(({ id }) => id);
  const cards = await context.cards.read(ids, language);
  const titles = titlesOf(cards, ids.slice(0, MAX_SUGGESTIONS));
  const meant = found.meant === null ? [] : [found.meant];
  // A tag leads to more than one series, but takes half of the places at most.
  const suggestions = [...new Set([...meant, ...tags.slice(0, MAX_SUGGESTIONS / 2), ...titles])];
  return pageText(context, { series: found.total > 0 ? series : [], cards, total: found.total }, query, {
    suggestions: suggestions.slice(0, MAX_SUGGESTIONS),
    ...(found.meant === null ? {} : { meant: found.meant }),
  });
}

/** What a page of a list is made of. */
interface PageParts extends SeriesSlice {
  cards: ReadonlyMap<string, CardText>;
}

/** Joins the texts of cards; `more` are members beside the list. */
function pageText(
  { clock }: ListContext,
  { series, cards, total }: PageParts,
  { page, pageSize }: ListQuery,
  more: Pick<SeriesPage, "suggestions" | "meant"> = {},
): PageText {
  const now = clock.now();
  const list = series.flatMap(({ id, play_count, hot }) => {
    const card = cards.get(id);
    return card ? [completeCard(card.head, play_count, badgeOf({ ...card, isHot: hot }, now))] : [];
  });
  const rest = JSON.stringify({ total, page, pageSize, hasMore: page * pageSize < total, ...more });
  return { json: `{"list":[${list.join(",")}],${rest.slice(1)}`, total };
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
