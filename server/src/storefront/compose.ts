import type { Episode, Language, Money, Series } from "@cliffhanger/contract";
import { cardOf, type EpisodeRow, posterOf, type SeriesRow, textIn } from "#catalogue";
import { entitle } from "#entitlements";

/**
 * Composes a series for a viewer without an account. `unlockPrice` is the price of the whole series; null if it is
 * not for sale.
 */
export function seriesOf(
  row: SeriesRow,
  more: { unlockPrice: Money | null; upcoming: Series["upcoming"] },
  language: Language,
  now: Date,
): Series {
  return {
    ...cardOf(row, language, now),
    synopsis: textIn(row.synopsis, language),
    cover: row.cover ?? posterOf(row),
    language: row.language,
    favorite: false,
    unlocked: false,
    entitledBy: null,
    unlockPrice: more.unlockPrice,
    completed: row.completed,
    updatedAt: row.updated_at.toISOString(),
    upcoming: more.upcoming,
  };
}

/** Composes an episode of the list for a viewer without an account. */
export function episodeOf(row: EpisodeRow, language: Language): Episode {
  return {
    id: row.id,
    seriesId: row.series_id,
    number: row.number,
    title: textIn(row.title, language),
    duration: row.duration,
    free: row.free,
    locked: entitle(row) === null,
    thumbnail: row.thumbnail,
    ...(row.published_at ? { publishedAt: row.published_at.toISOString() } : {}),
    progress: null,
  };
}
