import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";

/**
 * Adds plays to series by their ids; ids of no series are dropped. Call it in the transaction that takes the plays off
 * wherever they were kept. Writes one small table only: lists follow by {@link rankSeries}.
 */
export async function addPlays(trx: Trx, plays: ReadonlyMap<string, number>): Promise<void> {
  // Ordered, so that two nodes never wait for each other in a circle.
  await sql`
    insert into series_plays (series_id, plays)
    select series.id, added.plays
    from unnest(${[...plays.keys()]}::text[], ${[...plays.values()]}::bigint[]) as added (id, plays)
    join series on series.id = added.id
    order by series.id
    on conflict (series_id) do update set plays = series_plays.plays + excluded.plays`.execute(trx);
}

/** Sets the plays of a series, and its place in lists. */
export async function setPlays(trx: Trx, id: string, plays: number): Promise<void> {
  await sql`
    insert into series_plays (series_id, plays) values (${id}, ${plays})
    on conflict (series_id) do update set plays = excluded.plays`.execute(trx);
  await rankSeries(trx, [id]);
}

/** Series after an id, at most `limit`, whose place in lists is behind their plays. */
export async function listUnranked(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ series_id: string }>`
    select series_id from series_plays join series on series.id = series_id
    where series_id > ${after} and plays <> play_count order by series_id limit ${limit}`.execute(db);
  return rows.map((row) => row.series_id);
}

/** Orders these series by their plays from now on: in all lists and under their tags. */
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
