import {
  type Characters,
  codePointAt,
  DOT,
  isEscapedSeparator,
  isHex,
  kindOf,
  OTHER,
  SEPARATOR,
  uuidAt,
  WORD,
} from "./pan-characters.ts";

/** The fewest and most digits of a card number. */
const MIN_DIGITS = 13;
const MAX_DIGITS = 19;
/** The most separators between two groups. */
const MAX_GAP = 2;

/** The prefixes and lengths of card numbers, as the networks publish them. */
const networks: readonly { prefix: RegExp; lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^(6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] },
  { prefix: /^62/, lengths: [16, 17, 18, 19] },
  { prefix: /^35(2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { prefix: /^(30[0-5]|3095|36|3[89])/, lengths: [14, 16, 17, 18, 19] },
  { prefix: /^(50|5[6-8]|6304|6390|67)/, lengths: [13, 14, 15, 16, 17, 18, 19] },
];

/** How cards group their digits, to find a number next to others, such as an expiry date. */
const printed: readonly (readonly number[])[] = [
  [4, 4, 4, 4],
  [4, 4, 4, 4, 3],
  [4, 6, 4],
  [4, 6, 5],
];

/** Groups of digits, with at most two separators between them. */
interface Run {
  digits: number[];
  /** Per group: the index of its first digit among the digits, and its position in the text. */
  from: number[];
  startsAt: number[];
  endsAt: number[];
  /** Whether the first group follows a letter, a number or a dot: it is part of something else. */
  isAttached: boolean;
  /** Separators since the last digit. */
  gap: number;
}

/** The position of what looks like a card number. */
export interface CardRun {
  start: number;
  end: number;
}

/**
 * Finds runs of digits that are or contain a card number, in one pass: the cost is linear in the text, which
 * anyone may send. `limit`: stop after this many.
 */
export function findCardRuns(text: Characters, limit = Number.POSITIVE_INFINITY): CardRun[] {
  const found: CardRun[] = [];
  if (text.length < MIN_DIGITS || !mayHold(text)) return found;
  let run: Run | null = null;
  let before = OTHER;
  const close = (followedByWord: boolean) => {
    const card = run && examine(run, followedByWord && run.gap === 0);
    if (card) found.push(card);
    run = null;
  };
  for (let at = 0; at < text.length && found.length < limit; ) {
    const code = codePointAt(text, at);
    const uuid = isHex(code) ? uuidAt(text, at) : 0;
    if (uuid > 0) {
      close(false);
      before = OTHER;
      at += uuid;
      continue;
    }
    const escaped = code === 0x25 && isEscapedSeparator(text, at);
    const kind = escaped ? SEPARATOR : kindOf(code);
    const next = at + (escaped ? 3 : code > 0xffff ? 2 : 1);
    if (kind <= 9) run = addDigit(run, kind, { at, next, before });
    else if (kind !== SEPARATOR) close(kind === WORD);
    else if (run) {
      run.gap += 1;
      if (run.gap > MAX_GAP) close(false);
    }
    before = kind;
    at = next;
  }
  close(false);
  return found;
}

/**
 * Returns whether a scan is needed: ASCII text with only shorter runs of digits contains no number. This
 * alone decides nearly every header and keyword.
 */
function mayHold(text: Characters): boolean {
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) {
      digits += 1;
      if (digits >= MIN_DIGITS) return true;
    } else if (code === 0x25 || code > 0x7f) {
      return true;
    } else if (code !== 0x20 && code !== 0x09 && code !== 0x2b && code !== 0x2d) {
      digits = 0;
    }
  }
  return false;
}

function addDigit(
  open: Run | null,
  digit: number,
  { at, next, before }: { at: number; next: number; before: number },
): Run {
  const run: Run = open ?? {
    digits: [],
    from: [],
    startsAt: [],
    endsAt: [],
    isAttached: before === WORD || before === DOT,
    gap: 1,
  };
  if (run.gap > 0) {
    run.from.push(run.digits.length);
    run.startsAt.push(at);
    run.endsAt.push(next);
    run.gap = 0;
  }
  run.digits.push(digit);
  run.endsAt[run.endsAt.length - 1] = next;
  return run;
}

/**
 * Returns a run's position if it contains a card number, without groups at its ends that belong to words;
 * otherwise null.
 */
function examine(run: Run, followedByWord: boolean): CardRun | null {
  const { digits, from, startsAt, endsAt } = run;
  const first = run.isAttached ? 1 : 0;
  const end = from.length - (followedByWord ? 1 : 0);
  const placeOf = (group: number) => from[group] ?? digits.length;
  const lengthOf = (group: number) => placeOf(group + 1) - placeOf(group);
  if (end <= first || placeOf(end) - placeOf(first) < MIN_DIGITS) return null;
  let holds = isCard(digits, placeOf(first), placeOf(end));
  for (let group = first; group < end && !holds; group++) {
    holds =
      isCard(digits, placeOf(group), placeOf(group + 1)) ||
      printed.some(
        (lengths) =>
          group + lengths.length <= end &&
          lengths.every((length, offset) => lengthOf(group + offset) === length) &&
          isCard(digits, placeOf(group), placeOf(group + lengths.length)),
      );
  }
  return holds ? { start: startsAt[first] ?? 0, end: endsAt[end - 1] ?? 0 } : null;
}

function isCard(digits: readonly number[], from: number, to: number): boolean {
  const length = to - from;
  if (length < MIN_DIGITS || length > MAX_DIGITS || !passesLuhn(digits, from, to)) return false;
  const text = digits.slice(from, to).join("");
  return networks.some(({ prefix, lengths }) => lengths.includes(length) && prefix.test(text));
}

function passesLuhn(digits: readonly number[], from: number, to: number): boolean {
  let sum = 0;
  for (let at = to - 1; at >= from; at--) {
    const digit = digits[at] ?? 0;
    const doubled = (to - 1 - at) % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
