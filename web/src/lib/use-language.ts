import type { Language } from "@cliffhanger/contract/languages";
import { useTranslation } from "react-i18next";

/** The language that the page speaks now; a change renders anew. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language;
}
