import { normalise, wordsIn } from "@cliffhanger/contract/normalise";

/** More words narrow a search no further. */
const MAX_WORDS = 8;

/**
 * Returns the `tsquery` that finds texts with words beginning as the given ones, for an index of `find_words`; null when there is
 * no word of two characters, which would match nearly everything.
 */
export function wordsQuery(text: string): string | null {
  const words = wordsIn(normalise(text)).slice(0, MAX_WORDS);
  return words.some((word) => word.length > 1) ? words.map((word) => `'${word}':*`).join(" & ") : null;
}
