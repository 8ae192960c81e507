import type { Homepage, SeriesCard, Tag } from "@cliffhanger/contract";

/** The name of a category or tag: the list of categories knows it, else each series under it does; null for neither. */
export function tagName(id: string, categories: readonly Tag[], cards: readonly SeriesCard[]): string | null {
  const known = [...categories, ...(cards[0]?.tags ?? [])];
  return known.find((tag) => tag.id === id)?.name ?? null;
}

/** The name of a section of the home screen, the carousel's too; null where home has no such section. */
export function sectionName(id: string, home: Homepage | null | undefined): string | null {
  if (!home) return null;
  return [home.featured, ...home.sections].find((section) => section.id === id)?.title || null;
}
