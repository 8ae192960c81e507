import { isUnspaced, type Language } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { queryOf, type Term, termsOf } from "./query.ts";
import * as repository from "./repository.ts";
import {
  isOneTypoAway,
  isOneTypoFromStart,
  nearBeginnings,
  normaliseText,
  tokensOf,
  typoBetween,
  variantsOf,
} from "./words.ts";

/** Maximum number of characters and words of a keyword that are used. */
const MAX_KEYWORD_LENGTH = 100;
const MAX_WORDS = 8;
/** Maximum number of corrections per word. */
const MAX_CORRECTIONS = 6;
/** Number of series suggested when nothing was found. */
const MAX_NEARBY = 6;

/** The result of a search. */
export interface Found extends repository.Hits {
  /** The corrected keyword, if it found something. */
  meant: string | null;
  /** Series that match one of the words, when none matches all of them. */
  nearby: repository.Hits["series"];
}

/** Normalises a keyword. Two keywords that differ only in case, accents or punctuation become the same. */
export function normaliseKeyword(keyword: string): string {
  const words = tokensOf(normaliseText(keyword.slice(0, MAX_KEYWORD_LENGTH).toWellFormed()));
  return words.slice(0, MAX_WORDS).join(" ");
}

/**
 * Finds series for a keyword from {@link normaliseKeyword}. If nothing matches all words, similar words also match,
 * and words without a similar one are ignored. Accepts any text; a text without words finds nothing.
 */
export async function searchSeries(
  db: Db,
  keyword: string,
  language: Language,
  page: { offset: number; limit: number },
): Promise<Found> {
  const words = keyword.split(" ").filter((word) => word !== "");
  if (words.length === 0) return { series: [], total: 0, meant: null, nearby: [] };
  const exact = await repository.findHits(db, language, queryOf(termsOf(words), keyword), page);
  if (exact.total > 0) return { ...exact, meant: null, nearby: [] };
  const groups = await forgive(db, words, language);
  if (groups.length === 0) return { ...exact, meant: null, nearby: [] };
  const corrected = groups.map((group) => group[0]?.word ?? "").join(" ");
  const near = await repository.findHits(db, language, queryOf(groups, corrected), page);
  if (near.total > 0) return { ...near, meant: corrected === keyword ? null : corrected, nearby: [] };
  const longestWord = groups
    .toSorted((a, b) => (b[0]?.word.length ?? 0) - (a[0]?.word.length ?? 0))
    .slice(0, 1);
  const first = { offset: 0, limit: MAX_NEARBY };
  const some = await repository.findHits(
    db,
    language,
    queryOf(longestWord, longestWord[0]?.[0]?.word ?? ""),
    first,
  );
  return { ...near, meant: null, nearby: some.series };
}

/** Returns the similar words for each typed word, nearest first. Leaves out words without a similar one. */
async function forgive(db: Db, words: readonly string[], language: Language): Promise<Term[][]> {
  const groups = await Promise.all(
    words.map(async (word, at): Promise<Term[]> => {
      const growing = at === words.length - 1;
      if (isUnspaced(word)) return [{ word, start: growing }];
      const [whole, begun] = await Promise.all([
        nearWords(db, word, language, growing),
        growing ? nearStarts(db, word, language) : [],
      ]);
      const starts = new Set(begun.map((near) => near.word));
      return [...begun, ...whole.filter((near) => !starts.has(near.word))]
        .toSorted((a, b) => a.rank - b.rank || a.word.length - b.word.length || (a.word < b.word ? -1 : 1))
        .slice(0, MAX_CORRECTIONS)
        .map((near) => ({ word: near.word, start: near.start }));
    }),
  );
  return groups.filter((group) => group.length > 0);
}

/** A word similar to a typed one; a lower rank is nearer. */
interface Near extends Term {
  rank: number;
}

async function nearWords(db: Db, typed: string, language: Language, growing: boolean): Promise<Near[]> {
  const variants = variantsOf(typed);
  const candidates = variants.length > 0 ? await repository.findNearWords(db, language, variants) : [];
  return candidates
    .map((word) => ({ word, start: false, rank: rankOf(typed, word, growing) }))
    .filter(({ rank }) => rank < FAR);
}

/** Returns beginnings that are one typo away from a word being typed. */
async function nearStarts(db: Db, typed: string, language: Language): Promise<Near[]> {
  const near = nearBeginnings(typed);
  if (near.length === 0) return [];
  const starts = near.map(({ start }) => start);
  const known = new Set(await repository.findBeginnings(db, language, starts));
  return near
    .filter(({ start }) => known.has(start))
    .map(({ start, typo }) => ({ word: start, start: true, rank: BEGUN + typo }));
}

/** Ranks: the word itself, then by the kind of typo in a whole word or a beginning, then words that continue it. */
const WHOLE = 1;
const BEGUN = 1.5;
const LONGER = 10;
const FAR = 11;

function rankOf(typed: string, word: string, growing: boolean): number {
  if (typed === word) return 0;
  if (isOneTypoAway(typed, word)) return WHOLE + typoBetween(typed, word);
  return growing && (word.startsWith(typed) || isOneTypoFromStart(typed, word)) ? LONGER : FAR;
}
