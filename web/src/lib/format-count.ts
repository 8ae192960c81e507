import type { Language } from "@cliffhanger/contract/languages";

// The first compact format costs a phone some 50 ms: what the page brings along is not formatted again.
const said = new Map<string, string>();
const formats = new Map<Language, Intl.NumberFormat>();

/** A count as people say it in their language: 1.2M, 1,2 Mio. */
export function formatCount(count: number, language: Language): string {
  return said.get(`${language} ${count}`) ?? formatOf(language).format(count);
}

/** Takes counts as the server said them, by the count. */
export function seedCounts(language: Language, counts: Record<string, string>): void {
  for (const [count, text] of Object.entries(counts)) said.set(`${language} ${count}`, text);
}

function formatOf(language: Language): Intl.NumberFormat {
  const known = formats.get(language);
  if (known) return known;
  const made = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
  formats.set(language, made);
  return made;
}
