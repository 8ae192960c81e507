// No imports: the browser takes these functions as they are, without the schema library.

// Letters that stand for others once accents are removed; Unicode does not decompose them.
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
// Scripts that put no spaces between words. Hangul too: parts of its compounds are searched for alone.
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

/**
 * Removes case and accents, so that search compares letters only, on the server and where the browser marks matches. The
 * result stays decomposed (NFKD): the normalised characters of a text, joined, are the normalised text. Works on any string.
 */
export function normalise(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[ßæœøđðłþı]/g, (letter) => replacements[letter] ?? letter);
}

/** Returns the words of a normalised text in order: letters, digits and their marks only. */
export function wordsIn(normalised: string): string[] {
  return normalised.match(wordPattern) ?? [];
}

/** Whether a word is of a script without spaces between words, where any part of it counts as a match. */
export function isUnspaced(word: string): boolean {
  return unspaced.test(word);
}
