import type { Language, Trending } from "@cliffhanger/contract";
import {
  EVERY_SERIES,
  findCards,
  listTagPage,
  listTrendingTerms,
  normaliseKeyword,
  searchSeries,
  textIn,
  titlesOf,
} from "#catalogue";
import type { ListContext } from "./lists.ts";

/** Maximum number of terms. */
const MAX_TERMS = 10;
/** Fewer terms do not count as a trend. */
const MIN_TERMS = 5;

/** Returns what others search for, or while there are too few searches, what is played most, marked as such. */
export async function readTrending(context: ListContext, language: Language): Promise<Trending> {
  const { db, clock } = context;
  const terms = await listTrendingTerms(db, clock, language, 2 * MAX_TERMS);
  const shown = await Promise.all(terms.map((term) => shownAs(context, term, language)));
  const searches = [...new Set(shown.filter((name) => name !== null))].slice(0, MAX_TERMS);
  if (searches.length >= MIN_TERMS) return pageOf(searches, "searches");
  const { series } = await listTagPage(db, EVERY_SERIES, "popular", { offset: 0, limit: MAX_TERMS });
  const ids = series.map(({ id }) => id);
  const cards = await context.cards.read(ids, language);
  return pageOf([...new Set(titlesOf(cards, ids))], "popular");
}

function pageOf(list: string[], source: Trending["source"]): Trending {
  return { list, total: list.length, page: 1, pageSize: MAX_TERMS, hasMore: false, source };
}

/** Terms are stored normalised, so show the title or tag they refer to. Null if the term finds nothing any more. */
async function shownAs(
  { db, tagNames }: ListContext,
  term: string,
  language: Language,
): Promise<string | null> {
  const found = await searchSeries(db, term, language, { offset: 0, limit: 1 });
  if (found.total === 0 || found.meant !== null) return null;
  const isTerm = (name: string) => normaliseKeyword(name) === term;
  const tag = (await tagNames.near(term, language)).find(isTerm);
  if (tag !== undefined) return tag;
  const [row] = await findCards(
    db,
    found.series.map(({ id }) => id),
  );
  const title = row ? textIn(row.title, language) : "";
  const begins = found.total === 1 && normaliseKeyword(title).startsWith(term);
  return begins || isTerm(title) ? title : term;
}
