import type { Language } from "@cliffhanger/contract";
import type { Db } from "#platform/db/database";
import { queryOf, type Term, termsOf } from "./query.ts";
import * as repository from "./repository.ts";
import { fold, isOneTypoAway, isOneTypoFromStart, isUnspaced, variantsOf, wordsOf } from "./words.ts";

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
      const variants = variantsOf(word);
      const candidates = variants.length > 0 ? await repository.findNearWords(db, language, variants) : [];
      return candidates
        .map((other) => ({ word: other, distance: distanceOf(word, other, growing) }))
        .filter(({ distance }) => distance < FAR)
        .sort(
          (a, b) => a.distance - b.distance || a.word.length - b.word.length || (a.word < b.word ? -1 : 1),
        )
        .slice(0, MOST_CORRECTIONS)
        .map((near) => ({ word: near.word, start: false }));
    }),
  );
  return groups.filter((group) => group.length > 0);
}

const FAR = 3;

/** 0 the same, 1 one typo away, 2 the beginning of it or one typo away from that, else far. */
function distanceOf(typed: string, word: string, growing: boolean): number {
  if (typed === word) return 0;
  if (isOneTypoAway(typed, word)) return 1;
  return growing && (word.startsWith(typed) || isOneTypoFromStart(typed, word)) ? 2 : FAR;
}
