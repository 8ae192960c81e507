import { isUnspaced, type Language } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { queryOf, type Term, termsOf } from "./query.ts";
import * as repository from "./repository.ts";
import {
  fold,
  isOneTypoAway,
  isOneTypoFromStart,
  nearBeginnings,
  typoBetween,
  variantsOf,
  wordsOf,
} from "./words.ts";

/** Letters and words of a keyword that count. */
const LONGEST_KEYWORD = 100;
const MOST_WORDS = 8;
/** Words that a typo is corrected to at most. */
const MOST_CORRECTIONS = 6;
/** Series named to somebody who found nothing. */
const MOST_NEARBY = 6;

/** What a search found. */
export interface Found extends repository.Hits {
  /** The keyword with its typos corrected, where that found something. */
  meant: string | null;
  /** Series that hold one of the words, where none holds all of them. */
  nearby: string[];
}

/** A keyword as it is searched for: two that differ in case, accents or signs alone are the same. */
export function normaliseKeyword(keyword: string): string {
  const words = wordsOf(fold(keyword.slice(0, LONGEST_KEYWORD).toWellFormed()));
  return words.slice(0, MOST_WORDS).join(" ");
}

/**
 * Series for a keyword that {@link normaliseKeyword} made. Where nothing holds all its words, near words count as well,
 * and words that are near to nothing are passed over. Any text is fine; one without words finds nothing.
 */
export async function searchSeries(
  db: Db,
  keyword: string,
  language: Language,
  page: { offset: number; limit: number },
): Promise<Found> {
  const words = keyword.split(" ").filter((word) => word !== "");
  if (words.length === 0) return { ids: [], total: 0, meant: null, nearby: [] };
  const exact = await repository.findHits(db, language, queryOf(termsOf(words), keyword), page);
  if (exact.total > 0) return { ...exact, meant: null, nearby: [] };
  const groups = await forgive(db, words, language);
  if (groups.length === 0) return { ...exact, meant: null, nearby: [] };
  const corrected = groups.map((group) => group[0]?.word ?? "").join(" ");
  const near = await repository.findHits(db, language, queryOf(groups, corrected), page);
  if (near.total > 0) return { ...near, meant: corrected === keyword ? null : corrected, nearby: [] };
  const longest = groups.toSorted((a, b) => (b[0]?.word.length ?? 0) - (a[0]?.word.length ?? 0)).slice(0, 1);
  const first = { offset: 0, limit: MOST_NEARBY };
  const some = await repository.findHits(db, language, queryOf(longest, longest[0]?.[0]?.word ?? ""), first);
  return { ...near, meant: null, nearby: some.ids };
}

/** For each typed word what it may have meant, the nearest first; words that are near to nothing are left out. */
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
        .slice(0, MOST_CORRECTIONS)
        .map((near) => ({ word: near.word, start: near.start }));
    }),
  );
  return groups.filter((group) => group.length > 0);
}

/** A word near to a typed one; the lower its rank, the nearer. */
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

/** What words begin with that are being typed with a typo in it. */
async function nearStarts(db: Db, typed: string, language: Language): Promise<Near[]> {
  const near = nearBeginnings(typed);
  if (near.length === 0) return [];
  const starts = near.map(({ start }) => start);
  const known = new Set(await repository.findBeginnings(db, language, starts));
  return near
    .filter(({ start }) => known.has(start))
    .map(({ start, typo }) => ({ word: start, start: true, rank: BEGUN + typo }));
}

/** Ranks: the word itself, then by the kind of typo in a whole word or in a beginning, then words that go on after it. */
const WHOLE = 1;
const BEGUN = 1.5;
const LONGER = 10;
const FAR = 11;

function rankOf(typed: string, word: string, growing: boolean): number {
  if (typed === word) return 0;
  if (isOneTypoAway(typed, word)) return WHOLE + typoBetween(typed, word);
  return growing && (word.startsWith(typed) || isOneTypoFromStart(typed, word)) ? LONGER : FAR;
}
