import { isUnspaced, type Language } from "@cliffhanger/contract";
import type { Texts } from "../tables.ts";
import { textIn } from "../texts.ts";
import { isCorrectable, lexemesOf, normaliseText, tokensOf } from "./words.ts";

/** Increment when the search document format changes; older documents are rebuilt. */
export const DOCUMENT_VERSION = 1;

/** Maximum number of words indexed from a synopsis. */
const SYNOPSIS_WORDS = 200;

/** The properties of a series that are indexed. */
export interface Searchable {
  id: string;
  title: Texts;
  synopsis: Texts;
  tags: Texts[];
}

/** The search index entry of a series in one language. */
export interface SearchDocument {
  seriesId: string;
  language: Language;
  /** Normalised, with words joined by one space. */
  title: string;
  /** The text of a tsvector. Weights: A title, B tags, C the English title when another one is shown, D synopsis. */
  words: string;
  /** The words that a typo can be corrected to. */
  vocabulary: string[];
}

/** Builds the search document of a series in a language. Each text falls back to English separately. */
export function documentIn(series: Searchable, language: Language): SearchDocument {
  const title = tokensOf(normaliseText(textIn(series.title, language)));
  const fields = [
    { weight: "A", words: title },
    { weight: "B", words: series.tags.flatMap((tag) => tokensOf(normaliseText(textIn(tag, language)))) },
    { weight: "C", words: tokensOf(normaliseText(series.title.en ?? "")) },
    {
      weight: "D",
      words: tokensOf(normaliseText(textIn(series.synopsis, language))).slice(0, SYNOPSIS_WORDS),
    },
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
    vocabulary: [...vocabulary].filter(isCorrectable),
  };
}
