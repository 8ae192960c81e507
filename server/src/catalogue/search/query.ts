import { isUnspaced } from "@cliffhanger/contract";
import { pairsOf } from "./words.ts";

/** A word to look for; `start`: words that begin with it count too. */
export interface Term {
  word: string;
  start: boolean;
}

/** A keyword as PostgreSQL searches for it. */
export interface SearchQuery {
  /** The folded keyword, words joined by one space. */
  text: string;
  /** tsquery texts: anywhere, in the title alone, in title and tags. */
  anywhere: string;
  /** Anywhere, without a last word of one or two letters: the index would read every word that begins with them. */
  narrow: string;
  inTitle: string;
  inTags: string;
}

const BARELY_BEGUN = 2;

/** The terms of typed words: the last one may still be growing. */
export function termsOf(words: readonly string[]): Term[][] {
  return words.map((word, at) => [{ word, start: at === words.length - 1 }]);
}

/** The query for series that hold one term of each group. */
export function queryOf(groups: readonly Term[][], text: string): SearchQuery {
  const within = (fields: string, among = groups) =>
    among
      .map((group) => group.map((term) => tsquery(term, fields)).join(" | "))
      .map((group) => `(${group})`)
      .join(" & ");
  const last = groups.at(-1) ?? [];
  const barelyBegun = last.some(
    ({ word, start }) => start && !isUnspaced(word) && word.length <= BARELY_BEGUN,
  );
  const others = groups.slice(0, -1);
  const rest = barelyBegun && others.some(isTelling) ? others : groups;
  return { text, anywhere: within(""), narrow: within("", rest), inTitle: within("A"), inTags: within("AB") };
}

/** Whether a word is long enough to be in few titles. */
function isTelling(group: readonly Term[]): boolean {
  return group.every(({ word }) => word.length > 3);
}

// Words are letters, digits and marks alone, so nothing in them ends the quote.
function tsquery({ word, start }: Term, fields: string): string {
  if (isUnspaced(word)) {
    const pairs = pairsOf(word);
    const mark = pairs.length === 1 && Array.from(word).length === 1 ? `*${fields}` : fields;
    return `(${pairs.map((pair) => `'${pair}'${mark && `:${mark}`}`).join(" & ")})`;
  }
  const mark = `${start ? "*" : ""}${fields}`;
  return `'${word}'${mark && `:${mark}`}`;
}
