/** Letters that stand for others once accents are gone; Unicode does not take them apart. */
const spelledOut: Record<string, string> = {
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
/** Scripts that put no spaces between words, Hangul too: parts of its compounds are searched for alone. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
/** Letters kept of one word. */
const LONGEST_WORD = 40;
/** Letters from the start of a word within which a typo is looked for. */
const TYPO_REACH = 7;
/** Words shorter than this are too near to too many others. */
const SHORTEST_FORGIVEN = 3;

/** A text without case and accents: what is compared in search. Works on any string. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[ßæœøđðłþı]/g, (letter) => spelledOut[letter] ?? letter)
    .normalize("NFKC");
}

/** The words of a folded text in order: letters and digits only. */
export function wordsOf(folded: string): string[] {
  return (folded.match(wordPattern) ?? []).map((word) => Array.from(word).slice(0, LONGEST_WORD).join(""));
}

/** Whether a word is of a script without spaces, and so is searched by pairs of its signs. */
export function isUnspaced(word: string): boolean {
  return unspaced.test(word);
}

/** The pairs of neighbouring signs in a word without spaces; a single sign is itself. */
export function pairsOf(word: string): string[] {
  const signs = Array.from(word);
  if (signs.length < 2) return signs;
  return signs.slice(1).map((sign, at) => `${signs[at] ?? ""}${sign}`);
}

/** What a word is filed under: the word, or the pairs of its signs and its last sign, so that any part is found. */
export function lexemesOf(word: string): string[] {
  return isUnspaced(word) ? [...new Set([...pairsOf(word), Array.from(word).at(-1) ?? ""])] : [word];
}

/**
 * The beginning of a word, whole and with each one letter left out. Two words one typo apart (a letter wrong, missing,
 * too many, or two swapped) share one of these, so near words are found by equality. Empty for short words.
 */
export function variantsOf(word: string): string[] {
  const signs = Array.from(word).slice(0, TYPO_REACH);
  if (signs.length < SHORTEST_FORGIVEN) return [];
  const shorter = signs.map((_, at) => signs.filter((_sign, other) => other !== at).join(""));
  return [...new Set([signs.join(""), ...shorter])];
}

/** Whether one typo at most lies between two words. */
export function isOneTypoAway(one: string, other: string): boolean {
  const [a, b] = [Array.from(one), Array.from(other)];
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** Whether one typo at most lies between what is being typed and the beginning of a word. */
export function isOneTypoFromStart(typed: string, word: string): boolean {
  const length = Array.from(typed).length;
  const signs = Array.from(word);
  return [length - 1, length, length + 1].some((n) => isOneTypoAway(typed, signs.slice(0, n).join("")));
}
