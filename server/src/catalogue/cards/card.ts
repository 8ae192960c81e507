import type { Image, Language, SeriesCard } from "@cliffhanger/contract";
import type { CardRow } from "../listing/repository.ts";
import type { SeriesRow } from "../repository.ts";
import type { Texts } from "../tables.ts";
import { textIn } from "../texts.ts";

/** Days for which a series counts as new. */
const NEW_DAYS = 14;
/** Hours for which a series counts as new after episodes were released. */
const RELEASED_HOURS = 48;

/** Returns the cards of rows without anything of one viewer's. A tag that `names` does not contain is left out. */
export function cardsOf(
  rows: readonly CardRow[],
  names: ReadonlyMap<string, Texts>,
  language: Language,
  now: Date,
): SeriesCard[] {
  return rows.map((row) => {
    const tags = row.tag_ids.flatMap((id) => {
      const name = names.get(id);
      return name ? [{ id, name }] : [];
    });
    return cardOf({ ...row, tags }, language, now);
  });
}

/** The part of a series that its card shows and that only an operator changes. */
export type CardSource = Pick<
  SeriesRow,
  "id" | "title" | "poster" | "episode_count" | "free_episode_count" | "next_release_at" | "tags"
>;

/** What a card is made of. */
export type Carded = CardSource & Pick<SeriesRow, "play_count" | "published_at" | "last_release_at" | "hot">;

/** Returns a card with the names of its tags. */
export function cardOf(row: Carded, language: Language, now: Date): SeriesCard {
  const isVip = row.free_episode_count === 0;
  return {
    ...cardHeadOf(row, language),
    playCount: row.play_count,
    badge: badgeOf(
      { isVip, isHot: row.hot, publishedAt: row.published_at, releasedAt: row.last_release_at },
      now,
    ),
    progress: null,
  };
}

/** The members of a card that stay the same until an operator changes the series. */
export type CardHead = Omit<SeriesCard, "playCount" | "badge" | "progress">;

/** Returns those members in a language. */
export function cardHeadOf(row: CardSource, language: Language): CardHead {
  return {
    id: row.id,
    title: textIn(row.title, language),
    poster: posterOf(row),
    tags: row.tags.map((tag) => ({ id: tag.id, name: textIn(tag.name, language) })),
    episodeCount: row.episode_count,
    freeEpisodeCount: Math.min(row.free_episode_count, row.episode_count),
    nextReleaseAt: row.next_release_at?.toISOString() ?? null,
  };
}

/** Returns the poster, which every series with a card has. */
export function posterOf(row: Pick<Carded, "id" | "poster">): Image {
  if (row.poster) return row.poster;
  throw new Error(`Series ${row.id} is visible without a poster.`);
}

/** What decides on a card's badge. */
export interface BadgeFacts {
  /** Without a free episode. */
  isVip: boolean;
  /** One of the most played. */
  isHot: boolean;
  publishedAt: Date | null;
  /** When a drop last released episodes. */
  releasedAt: Date | null;
}

/** Returns the badge of a card. A series that a visitor without a membership cannot watch at all says so first. */
export function badgeOf(
  { isVip, isHot, publishedAt, releasedAt }: BadgeFacts,
  now: Date,
): SeriesCard["badge"] {
  if (isVip) return "vip";
  if (isHot) return "hot";
  const isWithin = (at: Date | null, hours: number) =>
    at !== null && now.getTime() - at.getTime() < hours * 3_600_000;
  return isWithin(publishedAt, NEW_DAYS * 24) || isWithin(releasedAt, RELEASED_HOURS) ? "new" : null;
}
