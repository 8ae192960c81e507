import { isUnspaced, normalise, wordsIn } from "@cliffhanger/contract/normalise";

/** A part of a text, and whether it matches the keyword. */
export interface TextPart {
  text: string;
  hit: boolean;
  /** Its start, in characters. */
  at: number;
}

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;

/** Splits a text at matches of the keyword's words at the start of a word, ignoring case and accents. */
export function matchParts(text: string, keyword: string): TextPart[] {
  const characters = Array.from(text);
  const { normalised, at } = normaliseWithPositions(characters);
  const hits = new Set<number>();
  for (const word of new Set(wordsIn(normalise(keyword)))) {
    for (let from = normalised.indexOf(word); from >= 0; from = normalised.indexOf(word, from + 1)) {
      const isWordStart = from === 0 || !WORD_CHARACTER.test(normalised.charAt(from - 1)) || isUnspaced(word);
      if (!isWordStart) continue;
      for (let position = from; position < from + word.length; position++) hits.add(at[position] ?? -1);
    }
  }
  const parts: TextPart[] = [];
  for (const [position, character] of characters.entries()) {
    const hit = hits.has(position);
    const last = parts.at(-1);
    if (last?.hit === hit) last.text += character;
    else parts.push({ text: character, hit, at: position });
  }
  return parts;
}

// Normalising may turn one character into two or none, so each result remembers the character that it came from.
function normaliseWithPositions(characters: readonly string[]): { normalised: string; at: number[] } {
  let normalised = "";
  const at: number[] = [];
  for (const [position, character] of characters.entries()) {
    const result = normalise(character);
    normalised += result;
    for (let index = 0; index < result.length; index++) at.push(position);
  }
  return { normalised, at };
}
