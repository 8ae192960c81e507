import type { Language } from "@cliffhanger/contract/languages";
import { createContext, use } from "react";

/** The language that the page speaks now, as `LanguageProvider` gives it. */
export const LanguageContext = createContext<Language | null>(null);

/** The language that the page speaks now; a change renders anew. */
export function useLanguage(): Language {
  const language = use(LanguageContext);
  if (!language) throw new Error("Put a LanguageProvider around it.");
  return language;
}
