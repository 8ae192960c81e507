import type { Image, Language, SeriesCard } from "@cliffhanger/contract";
import type { CardRow } from "./listing/repository.ts";
import type { SeriesRow } from "./repository.ts";
import type { Texts } from "./tables.ts";
import { textIn } from "./texts.ts";

/** Days during which a series counts as new. */
const NEW_DAYS = 14;

/** Returns cards as public lists show them. Tags missing from `names` are left out. */
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

/** The properties of a series that its card needs. */
export type Carded = Pick<
  SeriesRow,
  | "id"
  | "title"
  | "poster"
  | "episode_count"
  | "free_episode_count"
  | "play_count"
  | "published_at"
  | "hot"
  | "tags"
>;

/** Returns the card of a series with the names of its tags. */
export function cardOf(row: Carded, language: Language, now: Date): SeriesCard {
  return {
    id: row.id,
    title: textIn(row.title, language),
    poster: posterOf(row),
    tags: row.tags.map((tag) => ({ id: tag.id, name: textIn(tag.name, language) })),
    episodeCount: row.episode_count,
    freeEpisodeCount: Math.min(row.free_episode_count, row.episode_count),
    playCount: row.play_count,
    badge: badgeOf(row, now),
    progress: null,
  };
}

/** Returns the poster, which every visible series has. */
export function posterOf(row: Pick<Carded, "id" | "poster">): Image {
  if (row.poster) return row.poster;
  throw new Error(`Series ${row.id} is visible without a poster.`);
}

// That nothing can be watched without a membership matters more than any other badge.
function badgeOf(row: Carded, now: Date): SeriesCard["badge"] {
  if (row.free_episode_count === 0) return "vip";
  if (row.hot) return "hot";
  return isNew(row, now) ? "new" : null;
}

function isNew(row: Carded, now: Date): boolean {
  return row.published_at !== null && now.getTime() - row.published_at.getTime() < NEW_DAYS * 86_400_000;
}
