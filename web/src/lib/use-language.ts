import type { Language } from "@cliffhanger/contract/languages";
import { createContext, use } from "react";
import type { Translate } from "./messages.ts";

/** The page's language and the function that shows its messages, as `LanguageProvider` gives them. */
export const LanguageContext = createContext<{ language: Language; t: Translate } | null>(null);

/** Returns the language of the page; the component renders again when it changes. */
export function useLanguage(): Language {
  return useLanguageContext().language;
}

/** Returns `t`, which formats a message in the page's language; the component renders again when the language changes. */
export function useMessages(): Translate {
  return useLanguageContext().t;
}

function useLanguageContext() {
  const value = use(LanguageContext);
  if (!value) throw new Error("Put a LanguageProvider around it.");
  return value;
}
