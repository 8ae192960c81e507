import type { Language } from "@cliffhanger/contract/languages";
import { createContext, use } from "react";
import type { Translate } from "./messages.ts";

/** The page's language and the function that formats its messages, as `LanguageProvider` provides them. */
export const LanguageContext = createContext<{ language: Language; t: Translate } | null>(null);

/** Returns the language of the page; the component rerenders when it changes. */
export function useLanguage(): Language {
  return useLanguageContext().language;
}

/** Returns `t`, which formats a message in the page's language; the component rerenders when the language changes. */
export function useMessages(): Translate {
  return useLanguageContext().t;
}

function useLanguageContext() {
  const value = use(LanguageContext);
  if (!value) throw new Error("Put a LanguageProvider around it.");
  return value;
}
