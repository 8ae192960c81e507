import { sql } from "kysely";
import type { Texts } from "#catalogue";
import type { Db } from "#platform/db/database";

/** The failed films of a series. */
export interface FailedFilms {
  seriesId: string;
  title: Texts;
  language: string;
  numbers: number[];
  /** The sentence of the first one. */
  error: string | null;
}

/** Lists series with films that could not be encoded, without those that an operator cancelled. */
export async function listFailedFilms(db: Db, limit: number): Promise<FailedFilms[]> {
  const { rows } = await sql<FailedFilms>`
    select series.id as "seriesId", series.title, series.language, failed.numbers, failed.error
    from (
      select asset_episode.series_id, array_agg(episode.number order by episode.number) as numbers,
        (array_agg(asset.error order by episode.number))[1] as error
      from asset join asset_episode on asset_episode.asset_id = asset.id
      join episode on episode.id = asset_episode.episode_id
      where asset.state = 'failed' and asset.cancelled_at is null
      group by asset_episode.series_id) as failed
    join series on series.id = failed.series_id
    order by series.id desc limit ${limit}`.execute(db);
  return rows;
}
