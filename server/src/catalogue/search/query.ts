import { isUnspaced } from "@cliffhanger/contract";
import { pairsOf } from "./words.ts";

/** A search word. With `start`, words that begin with it also match. */
export interface Term {
  word: string;
  start: boolean;
}

/** A keyword in the form PostgreSQL searches for. */
export interface SearchQuery {
  /** The normalised keyword, with words joined by one space. */
  text: string;
  /** tsquery texts: anywhere, in the title only, in title and tags. */
  anywhere: string;
  /** Like `anywhere`, but without a last word of one or two characters, for which the index would read too many words. */
  narrow: string;
  inTitle: string;
  inTags: string;
}

const BARELY_BEGUN = 2;

/** Returns the terms of typed words. The last word may be incomplete. */
export function termsOf(words: readonly string[]): Term[][] {
  return words.map((word, at) => [{ word, start: at === words.length - 1 }]);
}

/** Builds the query for series that match one term of each group. */
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

/** Returns whether a word is long enough to occur in few titles. */
function isTelling(group: readonly Term[]): boolean {
  return group.every(({ word }) => word.length > 3);
}

// Words have no punctuation, so they cannot end the quote.
function tsquery({ word, start }: Term, fields: string): string {
  if (isUnspaced(word)) {
    const pairs = pairsOf(word);
    const mark = pairs.length === 1 && Array.from(word).length === 1 ? `*${fields}` : fields;
    return `(${pairs.map((pair) => `'${pair}'${mark && `:${mark}`}`).join(" & ")})`;
  }
  const mark = `${start ? "*" : ""}${fields}`;
  return `'${word}'${mark && `:${mark}`}`;
}
