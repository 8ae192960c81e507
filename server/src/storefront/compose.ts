import type { Episode, Image, Language, Series, SeriesCard } from "@cliffhanger/contract";
import { type CardRow, type EpisodeRow, type SeriesRow, type Texts, textIn } from "#catalogue";
import { entitle } from "#entitlements";

/** Days for which a series counts as new. */
const newDays = 14;

/** Cards as lists show them: the same for everybody. A tag that `names` does not know is left out. */
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

type Carded = Pick<
  SeriesRow,
  "id" | "title" | "poster" | "episode_count" | "free_episode_count" | "play_count" | "published_at" | "tags"
>;

function cardOf(row: Carded, language: Language, now: Date): SeriesCard {
  return {
    id: row.id,
    title: textIn(row.title, language),
    poster: posterOf(row),
    tags: row.tags.map((tag) => ({ id: tag.id, name: textIn(tag.name, language) })),
    episodeCount: row.episode_count,
    freeEpisodeCount: Math.min(row.free_episode_count, row.episode_count),
    playCount: row.play_count,
    badge: isNew(row, now) ? "new" : null,
    progress: null,
  };
}

/** A series whole, for somebody without an account. */
export function seriesOf(row: SeriesRow, language: Language, now: Date): Series {
  return {
    ...cardOf(row, language, now),
    synopsis: textIn(row.synopsis, language),
    cover: row.cover ?? posterOf(row),
    language: row.language,
    favorite: false,
    unlocked: false,
    entitledBy: null,
    unlockPrice: null,
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
    progress: null,
  };
}

function posterOf(row: Carded): Image {
  if (row.poster) return row.poster;
  throw new Error(`Series ${row.id} is visible without a poster.`);
}

function isNew(row: Carded, now: Date): boolean {
  return row.published_at !== null && now.getTime() - row.published_at.getTime() < newDays * 86_400_000;
}
