import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";

/**
 * Adds plays to series by id, ignoring unknown ids. Call it in the transaction that removes the plays from their
 * queue. Writes only one small table; {@link rankSeries} updates the lists later.
 */
export async function addPlays(trx: Trx, plays: ReadonlyMap<string, number>): Promise<void> {
  // Sorted, so that two nodes cannot deadlock.
  await sql`
    insert into series_plays (series_id, plays)
    select series.id, added.plays
    from unnest(${[...plays.keys()]}::text[], ${[...plays.values()]}::bigint[]) as added (id, plays)
    join series on series.id = added.id
    order by series.id
    on conflict (series_id) do update set plays = series_plays.plays + excluded.plays`.execute(trx);
}

/** Sets the play count of a series and its position in lists. */
export async function setPlays(trx: Trx, id: string, plays: number): Promise<void> {
  await sql`
    insert into series_plays (series_id, plays) values (${id}, ${plays})
    on conflict (series_id) do update set plays = excluded.plays`.execute(trx);
  await rankSeries(trx, [id]);
}

/** Lists up to `limit` series after an id whose position in lists lags behind their plays. */
export async function listUnranked(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ series_id: string }>`
    select series_id from series_plays join series on series.id = series_id
    where series_id > ${after} and plays <> play_count order by series_id limit ${limit}`.execute(db);
  return rows.map((row) => row.series_id);
}

/** Updates the position of these series in all lists and under their tags. */
export async function rankSeries(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`select from series where id = any(${ids}::text[]) order by id for no key update`.execute(trx);
  await sql`
    update series set play_count = plays from series_plays
    where series_id = series.id and series_id = any(${ids}::text[])`.execute(trx);
  await sql`
    update series_tag set play_count = plays from series_plays
    where series_plays.series_id = series_tag.series_id and series_plays.series_id = any(${ids}::text[])`.execute(
    trx,
  );
}
