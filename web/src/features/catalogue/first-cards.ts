import type { HomeSection } from "./category-switcher.tsx";
import { RANK_COUNT } from "./ranking.tsx";

// Heights on a phone of 390×844 in CSS pixels, as home is laid out there.
const FIRST_HEIGHT = 1.5 * 844;
const CAROUSEL = 650;
const HEADING = 52;
const CATEGORIES = 88;
const CARD = 245;
const RANK = 88;
const COLUMNS = 3;

/** Cards of a row that a desktop shows without scrolling. */
const ROW_CARDS = 7;

/**
 * Returns for each section how many of its cards the document contains: as many as fit one and a half screens of a phone. A
 * ranking is complete, as it may be next to the carousel.
 */
export function firstCards(sections: readonly HomeSection[]): number[] {
  let top = CAROUSEL;
  return sections.map(({ kind, list }) => {
    const above = HEADING + (kind === "switcher" ? CATEGORIES : 0);
    const lines = Math.max(0, Math.ceil((FIRST_HEIGHT - top - above) / CARD));
    if (kind === "ranking") {
      top += above + Math.min(list.length, RANK_COUNT) * RANK;
      return list.length;
    }
    if (kind === "row") {
      top += above + CARD;
      return lines > 0 ? ROW_CARDS : 0;
    }
    top += above + Math.ceil(list.length / COLUMNS) * CARD;
    return lines * COLUMNS;
  });
}
