import type { Language } from "@cliffhanger/contract/languages";

// The first compact format costs a phone about 50 ms, so counts that the server formatted are not formatted again.
const serverFormatted = new Map<string, string>();
const formats = new Map<Language, Intl.NumberFormat>();

/** Formats a count briefly in the given language: 1.2M, 1,2 Mio. */
export function formatCount(count: number, language: Language): string {
  return serverFormatted.get(`${language} ${count}`) ?? formatOf(language).format(count);
}

/** Adds counts that the server formatted, keyed by the count. */
export function seedCounts(language: Language, counts: Record<string, string>): void {
  for (const [count, text] of Object.entries(counts)) serverFormatted.set(`${language} ${count}`, text);
}

/** Formats a whole number in the given language: 1,234. Below a thousand all languages write the digits alone. */
export function formatNumber(count: number, language: Language): string {
  return count < 1000 ? String(count) : new Intl.NumberFormat(language).format(count);
}

function formatOf(language: Language): Intl.NumberFormat {
  const known = formats.get(language);
  if (known) return known;
  const created = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
  formats.set(language, created);
  return created;
}
