import type { Image, Language, SeriesState } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import type { Texts } from "../tables.ts";

/** Of so many that match, the most played are shown; a short beginning of a word matches much of a large catalogue. */
const CANDIDATES = 500;

/** A series whose title matches. */
export interface FoundSeries {
  id: string;
  title: Texts;
  language: Language;
  poster: Image | null;
  state: SeriesState;
}

/** Finds series by the words of their titles, or by id; the most played first. */
export async function findSeriesByWords(
  db: Db,
  { words, id }: { words: string | null; id: string | null },
  limit: number,
): Promise<FoundSeries[]> {
  const { rows } = await sql<FoundSeries>`
    select id, title, language, poster, state from (
      (select * from series where id = ${id})
      union all
      (select * from series where find_words_in(title) @@ ${words}::tsquery and id is distinct from ${id}
        limit ${CANDIDATES})
    ) as found
    order by id = ${id} desc nulls last, play_count desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** An episode whose title matches. */
export interface FoundEpisode {
  id: string;
  seriesId: string;
  series: Texts;
  language: Language;
  number: number;
  title: Texts;
}

/** Finds episodes by the words of their titles, or by id. */
export async function findEpisodesByWords(
  db: Db,
  { words, id }: { words: string | null; id: string | null },
  limit: number,
): Promise<FoundEpisode[]> {
  const { rows } = await sql<FoundEpisode>`
    select episode.id, series_id as "seriesId", series.title as series, series.language, number, episode.title from (
      (select * from episode where id = ${id})
      union all
      (select * from episode where title <> '{}' and find_words_in(title) @@ ${words}::tsquery
        and id is distinct from ${id} limit ${CANDIDATES})
    ) as episode join series on series.id = episode.series_id
    order by episode.id = ${id} desc nulls last, series.play_count desc, series_id, number limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Finds tags and categories by the words of their names. */
export async function findTagsByWords(
  db: Db,
  words: string | null,
  limit: number,
): Promise<{ id: string; kind: "category" | "tag"; name: Texts }[]> {
  const { rows } = await sql<{ id: string; kind: "category" | "tag"; name: Texts }>`
    select id, kind, name from tag where find_words_in(name) @@ ${words}::tsquery
    order by position, id limit ${limit}`.execute(db);
  return rows;
}
