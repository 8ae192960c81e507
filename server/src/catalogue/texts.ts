import type { Language } from "@cliffhanger/contract";
import type { Texts } from "./tables.ts";

/** A text in a language, falling back to English, then to any language it has; empty when there is none. */
export function textIn(texts: Texts, language: Language): string {
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? "";
}
