import type { Language } from "@cliffhanger/contract/languages";

/** A count as people say it in their language: 1.2M, 1,2 Mio. */
export function formatCount(count: number, language: Language): string {
  return new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 }).format(count);
}
