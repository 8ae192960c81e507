import { isUnspaced, normalise, wordsIn } from "@cliffhanger/contract";

/** Letters kept of one word. */
const LONGEST_WORD = 40;
/** Letters from the start of a word within which a typo is looked for. */
const TYPO_REACH = 7;
/** Words shorter than this are too near to too many others. */
const SHORTEST_FORGIVEN = 3;

/** Letters of what is being typed for which near beginnings are made: fewer are near to everything, more share a variant. */
const BEGINNING = { shortest: 4, longest: 6 };
/** The letters that a folded word of a script may be spelled with. */
const alphabets = [
  "abcdefghijklmnopqrstuvwxyz",
  "αβγδεζηθικλμνξοπρστυφχψω",
  "абвгдежзиклмнопрстуфхцчшщъыьэюя",
];

/** Returns a text without case and accents, composed again (NFKC) for the index. */
export function fold(text: string): string {
  return normalise(text).normalize("NFKC");
}

/** Returns the words of a folded text in order, each no longer than the index stores. */
export function wordsOf(folded: string): string[] {
  return wordsIn(folded).map((word) => Array.from(word).slice(0, LONGEST_WORD).join(""));
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

/** Kinds of a typo, the likeliest first: a letter left out, two swapped, one too many, a wrong one. */
export type Typo = 0 | 1 | 2 | 3;

/** Which typo makes one word of the other, given that one does. */
export function typoBetween(typed: string, meant: string): Typo {
  const [a, b] = [Array.from(typed), Array.from(meant)];
  if (a.length !== b.length) return a.length < b.length ? 0 : 2;
  return a.filter((letter, at) => letter !== b[at]).length > 1 ? 1 : 3;
}

/**
 * The beginnings of words that may be meant by the four to six letters typed so far, one typo away: for a longer word its
 * variants serve. Empty for other lengths, and for scripts whose alphabet is not known.
 */
export function nearBeginnings(typed: string): { start: string; typo: Typo }[] {
  const signs = Array.from(typed);
  const alphabet = alphabets.find((letters) => signs.every((sign) => letters.includes(sign)));
  if (!alphabet || signs.length < BEGINNING.shortest || signs.length > BEGINNING.longest) return [];
  const made = new Map<string, Typo>();
  const add = (start: string[], typo: Typo) => {
    const text = start.join("");
    if (text !== typed && start.length >= BEGINNING.shortest) made.set(text, made.get(text) ?? typo);
  };
  for (const at of signs.keys()) {
    for (const letter of alphabet) add(signs.toSpliced(at, 0, letter), 0);
  }
  for (const at of signs.keys()) add(signs.toSpliced(at, 2, ...signs.slice(at, at + 2).reverse()), 1);
  for (const at of signs.keys()) add(signs.toSpliced(at, 1), 2);
  for (const at of signs.keys()) {
    for (const letter of alphabet) add(signs.toSpliced(at, 1, letter), 3);
  }
  return [...made].map(([start, typo]) => ({ start, typo }));
}
