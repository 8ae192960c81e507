/** The text being searched; a string fits. */
export interface Characters {
  readonly length: number;
  charCodeAt(at: number): number;
}

/** A character that may separate the groups of a number. The digits are 0 to 9. */
export const SEPARATOR = 10;
/** A letter, an underscore, or a number that is not a digit. */
export const WORD = 11;
export const DOT = 12;
export const OTHER = 13;
const UNKNOWN = 255;

/** Every script's decimal digits are below this code point. */
const CACHED = 0x20000;
/** 128 KB: classified once, then read from the table. */
const kinds = new Uint8Array(CACHED).fill(UNKNOWN);

const separator = /^[ \t\u00a0\u2000-\u200d\u2010-\u2015\u202f\u2060\u2212\ufeff+-]$/u;

/** Returns what a code point means for a number: a digit's value, or one of the kinds above. */
export function kindOf(code: number): number {
  const known = kinds[code];
  if (known !== undefined && known !== UNKNOWN) return known;
  const kind = classify(code);
  if (code < CACHED) kinds[code] = kind;
  return kind;
}

function classify(code: number): number {
  const character = String.fromCodePoint(code).normalize("NFKC");
  if (/^\p{Nd}$/u.test(character)) return digitOf(character);
  if (separator.test(character)) return SEPARATOR;
  if (character === ".") return DOT;
  return /[\p{L}\p{N}_]/u.test(character) ? WORD : OTHER;
}

// Unicode lists the ten digits of a script in sequence, starting at …0 or …6.
function digitOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  const row = code - (code % 16);
  return code - (/\p{Nd}/u.test(String.fromCodePoint(row)) ? row : row + 6);
}

/** Returns the code point at `at`, which is two units wide for a surrogate pair. */
export function codePointAt(text: Characters, at: number): number {
  const first = text.charCodeAt(at);
  if (first < 0xd800 || first > 0xdbff || at + 1 >= text.length) return first;
  const second = text.charCodeAt(at + 1);
  return second < 0xdc00 || second > 0xdfff ? first : 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

const UUID_LENGTH = 36;
const uuidHyphens = [8, 13, 18, 23];

/**
 * Returns the length of a UUID at `at`, or 0: four of its groups may be digits by chance. The hyphens are
 * compared first, so that other text costs one read.
 */
export function uuidAt(text: Characters, at: number): number {
  if (at + UUID_LENGTH > text.length) return 0;
  for (const hyphen of uuidHyphens) if (text.charCodeAt(at + hyphen) !== 0x2d) return 0;
  for (let offset = 0; offset < UUID_LENGTH; offset++)
    if (!uuidHyphens.includes(offset) && !isHex(text.charCodeAt(at + offset))) return 0;
  return UUID_LENGTH;
}

/** Returns whether a character code is a hexadecimal digit. */
export function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46);
}

/** Returns whether a URL-encoded space, hyphen or plus sign is at `at`: %20, %2D, %2B, %A0. */
export function isEscapedSeparator(text: Characters, at: number): boolean {
  if (text.charCodeAt(at) !== 0x25 || at + 2 >= text.length) return false;
  const [high, low] = [text.charCodeAt(at + 1), text.charCodeAt(at + 2) | 0x20];
  if (high === 0x32) return low === 0x30 || low === 0x64 || low === 0x62;
  return (high | 0x20) === 0x61 && low === 0x30;
}
