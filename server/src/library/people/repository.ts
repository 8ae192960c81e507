import { sql } from "kysely";
import type { Texts } from "#catalogue";
import type { Db } from "#platform/db/database";
import { type Before, pastOf } from "#platform/db/moments";
import { prepared } from "#platform/db/prepared";

/** Episodes of one series that a person watched without a pause of half an hour. */
export interface SittingRow {
  id: string;
  at: Date;
  series_id: string;
  title: Texts | null;
  first: number;
  last: number;
  episodes: number;
  seconds: number;
  stopped_at: number | null;
}

/**
 * Lists what a person watched by sitting, the newest first. Of each episode only the newest progress is stored, so an episode that was
 * watched again counts in its last sitting. Episodes are looked up for the page alone.
 */
export async function listSittings(db: Db, ids: readonly string[], before: Before): Promise<SittingRow[]> {
  const { rows } = await sql<SittingRow>`
    with watched as materialized (
      select progress.series_id, progress.episode_id, progress.watched_at, progress.position, progress.done,
        case when progress.watched_at - lag(progress.watched_at) over by_time > interval '30 minutes'
          or lag(progress.series_id) over by_time is distinct from progress.series_id then 1 else 0 end as begins
      from progress where progress.visitor_id = any(${[...ids]}::text[])
      window by_time as (order by progress.watched_at, progress.episode_id)),
    numbered as (
      select *, sum(begins) over (order by watched_at, episode_id rows unbounded preceding) as sitting from watched),
    sat as (
      select series_id, max(watched_at) as at, series_id || '-' || max(episode_id) as id,
        array_agg(episode_id) as episode_ids, count(*)::int as episodes, sum(position)::float8 as seconds,
        (array_agg(case when done then null else position end order by watched_at desc, episode_id desc))[1]::float8
          as stopped_at
      from numbered group by sitting, series_id)
    select page.id, page.at, page.series_id, series.title, watched.first, watched.last, page.episodes, page.seconds, page.stopped_at
    from (select * from sat where ${pastOf("at", "id", before)}) as page
    cross join lateral (
      select min(number) as first, max(number) as last from episode where id = any(page.episode_ids)) as watched
    left join series on series.id = page.series_id ${prepared}`.execute(db);
  return rows;
}

/** Sums what a person watched. */
export async function sumWatched(
  db: Db,
  ids: readonly string[],
): Promise<{ series: number; seconds: number }> {
  const { rows } = await sql<{ series: number; seconds: number }>`
    select count(distinct series_id)::int as series, coalesce(sum(position), 0)::float8 as seconds
    from progress where visitor_id = any(${[...ids]}::text[])`.execute(db);
  return rows[0] ?? { series: 0, seconds: 0 };
}
