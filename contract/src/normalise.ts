// No imports: the browser loads these functions without the schema library.

// Letters without a Unicode decomposition, with the letters that search treats them as.
const replacements: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
};
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
// Scripts without spaces between words. Hangul too: parts of its compounds are searched for separately.
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

/**
 * Removes case and accents, so that search compares base characters, on the server and in the browser, which marks
 * matches. The result stays decomposed (NFKD): the normalised characters of a text, joined, are the normalised text.
 * Works on any string.
 */
export function normalise(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[ßæœøđðłþı]/g, (character) => replacements[character] ?? character);
}

/** Returns the words of a normalised text in order: digits and letters with their marks only. */
export function wordsIn(normalised: string): string[] {
  return normalised.match(wordPattern) ?? [];
}

/** Returns whether a word is in a script without spaces between words, where any part of it counts as a match. */
export function isUnspaced(word: string): boolean {
  return unspaced.test(word);
}
