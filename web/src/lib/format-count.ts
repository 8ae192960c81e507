import type { Language } from "@cliffhanger/contract/languages";

// The first compact format costs a phone about 50 ms, so counts that the server formatted are not formatted again.
const serverFormatted = new Map<string, string>();
const formats = new Map<string, Intl.NumberFormat>();
const compact = { notation: "compact", maximumFractionDigits: 1 } as const;

/** Formats a count briefly in the given language: 1.2M, 1,2 Mio. */
export function formatCount(count: number, language: Language): string {
  return serverFormatted.get(`${language} ${count}`) ?? formatOf(language, compact).format(count);
}

/** Adds counts that the server formatted, keyed by the count. */
export function seedCounts(language: Language, counts: Record<string, string>): void {
  for (const [count, text] of Object.entries(counts)) serverFormatted.set(`${language} ${count}`, text);
}

/** Formats a number in the given language: 1,234 or 0.75. All languages write a whole number below a thousand as its digits alone. */
export function formatNumber(count: number, language: Language): string {
  return count < 1000 && Number.isInteger(count) ? String(count) : formatOf(language).format(count);
}

function formatOf(language: Language, options?: typeof compact): Intl.NumberFormat {
  const key = `${language} ${options?.notation}`;
  const known = formats.get(key);
  if (known) return known;
  const created = new Intl.NumberFormat(language, options);
  formats.set(key, created);
  return created;
}
