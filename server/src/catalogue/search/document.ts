import { isUnspaced, type Language } from "@cliffhanger/contract";
import type { Texts } from "../tables.ts";
import { textIn } from "../texts.ts";
import { fold, lexemesOf, variantsOf, wordsOf } from "./words.ts";

/** Raised whenever documents are made differently, so that those of before are made anew. */
export const DOCUMENT_VERSION = 1;

/** Words taken from a synopsis at most. */
const SYNOPSIS_WORDS = 200;

/** What search knows of a series. */
export interface Searchable {
  id: string;
  title: Texts;
  synopsis: Texts;
  tags: Texts[];
}

/** A series as search finds it in one language. */
export interface SearchDocument {
  seriesId: string;
  language: Language;
  /** Folded, words joined by one space. */
  title: string;
  /** A tsvector's text: A title, B tags, C the English title where another is shown, D synopsis. */
  words: string;
  /** The words that a typo can be corrected to. */
  vocabulary: string[];
}

/** Makes the document of a series in a language; each text falls back to English on its own. */
export function documentIn(series: Searchable, language: Language): SearchDocument {
  const title = wordsOf(fold(textIn(series.title, language)));
  const fields = [
    { weight: "A", words: title },
    { weight: "B", words: series.tags.flatMap((tag) => wordsOf(fold(textIn(tag, language)))) },
    { weight: "C", words: wordsOf(fold(series.title.en ?? "")) },
    { weight: "D", words: wordsOf(fold(textIn(series.synopsis, language))).slice(0, SYNOPSIS_WORDS) },
  ];
  const places = new Map<string, Set<string>>();
  for (const [at, { weight, words }] of fields.entries()) {
    for (const lexeme of words.flatMap(lexemesOf))
      places.set(lexeme, (places.get(lexeme) ?? new Set()).add(`${at + 1}${weight}`));
  }
  const vocabulary = new Set(fields.flatMap(({ words }) => words).filter((word) => !isUnspaced(word)));
  return {
    seriesId: series.id,
    language,
    title: title.join(" "),
    words: [...places].map(([lexeme, at]) => `'${lexeme}':${[...at].join(",")}`).join(" "),
    vocabulary: [...vocabulary].filter((word) => variantsOf(word).length > 0),
  };
}
