import type { Homepage, SeriesCard, Tag } from "@cliffhanger/contract";

/**
 * Returns the name of a category or tag, from the categories or else from the listed series; null when neither has
 * it.
 */
export function tagName(id: string, categories: readonly Tag[], cards: readonly SeriesCard[]): string | null {
  const known = [...categories, ...(cards[0]?.tags ?? [])];
  return known.find((tag) => tag.id === id)?.name ?? null;
}

/** Returns the name of a section of the home screen, including the carousel; null where home has no such section. */
export function sectionName(id: string, home: Homepage | null | undefined): string | null {
  if (!home) return null;
  return [home.featured, ...home.sections].find((section) => section.id === id)?.title || null;
}
