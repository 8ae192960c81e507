import { isUnspaced, normalise, wordsIn } from "@cliffhanger/contract/normalise";

/** A stretch of a text, and whether it is what was looked for. */
export interface Stretch {
  text: string;
  hit: boolean;
  /** Where it begins, in signs. */
  at: number;
}

const wordLetter = /[\p{L}\p{N}\p{M}]/u;

/** Cuts a text where a word of the keyword begins one of its own, whatever the case and the accents of either. */
export function matchStretches(text: string, keyword: string): Stretch[] {
  const signs = Array.from(text);
  const { folded, at } = foldWithPlaces(signs);
  const hits = new Set<number>();
  for (const word of new Set(wordsIn(normalise(keyword)))) {
    for (let from = folded.indexOf(word); from >= 0; from = folded.indexOf(word, from + 1)) {
      const begins = from === 0 || !wordLetter.test(folded.charAt(from - 1)) || isUnspaced(word);
      if (!begins) continue;
      for (let place = from; place < from + word.length; place++) hits.add(at[place] ?? -1);
    }
  }
  const stretches: Stretch[] = [];
  for (const [place, sign] of signs.entries()) {
    const hit = hits.has(place);
    const last = stretches.at(-1);
    if (last?.hit === hit) last.text += sign;
    else stretches.push({ text: sign, hit, at: place });
  }
  return stretches;
}

// Folding may make two letters of one or none of a mark: each remembers the sign that it came from.
function foldWithPlaces(signs: readonly string[]): { folded: string; at: number[] } {
  let folded = "";
  const at: number[] = [];
  for (const [place, sign] of signs.entries()) {
    const letters = normalise(sign);
    folded += letters;
    for (let letter = 0; letter < letters.length; letter++) at.push(place);
  }
  return { folded, at };
}
