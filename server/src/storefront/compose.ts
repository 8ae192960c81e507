import type { Episode, Language, Money, Series } from "@cliffhanger/contract";
import { cardOf, type EpisodeRow, posterOf, type SeriesRow, textIn } from "#catalogue";
import { entitle } from "#entitlements";

/** A series whole, for somebody without an account. `unlockPrice`: what it costs for good; null where it is not for sale. */
export function seriesOf(row: SeriesRow, unlockPrice: Money | null, language: Language, now: Date): Series {
  return {
    ...cardOf(row, language, now),
    synopsis: textIn(row.synopsis, language),
    cover: row.cover ?? posterOf(row),
    language: row.language,
    favorite: false,
    unlocked: false,
    entitledBy: null,
    unlockPrice,
    completed: row.completed,
    updatedAt: row.updated_at.toISOString(),
  };
}

/** An episode as the list shows it, for somebody without an account. */
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
