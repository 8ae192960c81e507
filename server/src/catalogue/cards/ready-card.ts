import { type Language, SeriesCard } from "@cliffhanger/contract";
import { type CardSource, cardHeadOf } from "./card.ts";

/**
 * Version of the stored text of cards. Increment when the shape of a card or its composition changes; older cards are then
 * rewritten in the background. A test fails when either changes without it.
 */
export const CARD_VERSION = 2;

/** A card as it is stored: JSON without its last brace and without the members that change by themselves. */
export interface StoredCard {
  seriesId: string;
  language: Language;
  head: string;
}

/** Returns the stored card of a series. Throws when the finished card would not match the contract: it is not checked again. */
export function storedCardOf(series: CardSource, language: Language): StoredCard {
  const card = SeriesCard.parse({ ...cardHeadOf(series, language), ...withoutMoving });
  const { playCount: _plays, badge: _badge, progress: _progress, ...head } = card;
  return { seriesId: series.id, language, head: JSON.stringify(head).slice(0, -1) };
}

const withoutMoving = { playCount: 0, badge: null, progress: null };

/** Completes a stored card to the JSON of a card. `badge` is a word of the contract. */
export function completeCard(head: string, playCount: number, badge: SeriesCard["badge"]): string {
  const word = badge === null ? "null" : `"${badge}"`;
  return `${head},"playCount":${playCount},"badge":${word},"progress":null}`;
}
