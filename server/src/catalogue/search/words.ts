import { isUnspaced, normalise, wordsIn } from "@cliffhanger/contract";

/** Maximum number of letters stored per word. */
const MAX_WORD_LENGTH = 40;
/** Typos are corrected within this many letters from the start of a word. */
const TYPO_REACH = 7;
/** Shorter words are similar to too many others. */
const MIN_CORRECTED_LENGTH = 3;

/**
 * Number of typed letters for which similar beginnings are generated. Fewer are similar to everything; more share a
 * variant.
 */
const BEGINNING = { shortest: 4, longest: 6 };
/** The alphabet of each script in normalised words. */
const alphabets = [
  "abcdefghijklmnopqrstuvwxyz",
  "αβγδεζηθικλμνξοπρστυφχψω",
  "абвгдежзиклмнопрстуфхцчшщъыьэюя",
];

/** Removes case and accents from a text and composes it again (NFKC) for the index. */
export function normaliseText(text: string): string {
  return normalise(text).normalize("NFKC");
}

/** Returns the words of a normalised text in order, each cut to the length that the index stores. */
export function tokensOf(normalised: string): string[] {
  return wordsIn(normalised).map((word) => Array.from(word).slice(0, MAX_WORD_LENGTH).join(""));
}

/** Returns the pairs of adjacent characters in a word of a script without spaces, or a single character itself. */
export function pairsOf(word: string): string[] {
  const signs = Array.from(word);
  if (signs.length < 2) return signs;
  return signs.slice(1).map((sign, at) => `${signs[at] ?? ""}${sign}`);
}

/**
 * Returns the index entries of a word: the word, or the pairs of its characters and its last one, so that any part is
 * found.
 */
export function lexemesOf(word: string): string[] {
  return isUnspaced(word) ? [...new Set([...pairsOf(word), Array.from(word).at(-1) ?? ""])] : [word];
}

/** Returns whether a typo can be corrected to a word. */
export function isCorrectable(word: string): boolean {
  return Array.from(word).length >= MIN_CORRECTED_LENGTH;
}

/**
 * Returns the beginning of a word, complete and with each one letter removed. Two words one typo apart (a letter
 * wrong, missing, added or two swapped) share one of these, so similar words are found by equality. Empty for short
 * words.
 */
export function variantsOf(word: string): string[] {
  const signs = Array.from(word).slice(0, TYPO_REACH);
  if (signs.length < MIN_CORRECTED_LENGTH) return [];
  const shorter = signs.map((_, at) => signs.filter((_sign, other) => other !== at).join(""));
  return [...new Set([signs.join(""), ...shorter])];
}

/** Returns whether two words are at most one typo apart. */
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

/** Returns whether a typed text is at most one typo apart from the beginning of a word. */
export function isOneTypoFromStart(typed: string, word: string): boolean {
  const length = Array.from(typed).length;
  const signs = Array.from(word);
  return [length - 1, length, length + 1].some((n) => isOneTypoAway(typed, signs.slice(0, n).join("")));
}

/** Kinds of typo, the most likely first: a letter left out, two swapped, one added, one wrong. */
export type Typo = 0 | 1 | 2 | 3;

/** Returns which typo turns one word into the other, assuming that one does. */
export function typoBetween(typed: string, meant: string): Typo {
  const [a, b] = [Array.from(typed), Array.from(meant)];
  if (a.length !== b.length) return a.length < b.length ? 0 : 2;
  return a.filter((character, at) => character !== b[at]).length > 1 ? 1 : 3;
}

/**
 * Returns the beginnings one typo away from four to six typed letters; longer words are found by their variants.
 * Empty for other lengths and for scripts with an unknown alphabet.
 */
export function nearBeginnings(typed: string): { start: string; typo: Typo }[] {
  const signs = Array.from(typed);
  const alphabet = alphabets.find((characters) => signs.every((sign) => characters.includes(sign)));
  if (!alphabet || signs.length < BEGINNING.shortest || signs.length > BEGINNING.longest) return [];
  const made = new Map<string, Typo>();
  const add = (start: string[], typo: Typo) => {
    const text = start.join("");
    if (text !== typed && start.length >= BEGINNING.shortest) made.set(text, made.get(text) ?? typo);
  };
  for (const at of signs.keys()) {
    for (const character of alphabet) add(signs.toSpliced(at, 0, character), 0);
  }
  for (const at of signs.keys()) add(signs.toSpliced(at, 2, ...signs.slice(at, at + 2).reverse()), 1);
  for (const at of signs.keys()) add(signs.toSpliced(at, 1), 2);
  for (const at of signs.keys()) {
    for (const character of alphabet) add(signs.toSpliced(at, 1, character), 3);
  }
  return [...made].map(([start, typo]) => ({ start, typo }));
}
