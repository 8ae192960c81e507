import type { Language } from "@cliffhanger/contract";
import type { Texts } from "./tables.ts";

/** Returns a text in a language, falling back to English and then to any other language; empty if there is none. */
export function textIn(texts: Texts, language: Language): string {
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? "";
}
