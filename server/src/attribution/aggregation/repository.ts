import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";

/** A visitor with steps in a series. */
export interface Watcher {
  visitor_id: string;
  series_id: string;
}

/** Lists visitors whose first step in a series is before a time. */
export async function listOldWatchers(trx: Trx, before: Date, limit: number): Promise<Watcher[]> {
  const { rows } = await sql<Watcher>`
    select visitor_id, series_id from funnel_step
    where at < ${before}
    group by visitor_id, series_id
    order by visitor_id, series_id
    limit ${limit}`.execute(trx);
  return rows;
}

/** Lists the series in which each of these visitors has steps. */
export async function listWatchersOf(trx: Trx, visitorIds: readonly string[]): Promise<Watcher[]> {
  const { rows } = await sql<Watcher>`
    select distinct visitor_id, series_id from funnel_step
    where visitor_id = any(${visitorIds}::text[])`.execute(trx);
  return rows;
}

/** Lists touches from before a time and locks them until the transaction ends. */
export async function listOldTouches(trx: Trx, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from touch
    where at < ${before}
    order by at, id
    limit ${limit}
    for update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Lists the touches of these visitors and locks them until the transaction ends. */
export async function listTouchesOf(trx: Trx, visitorIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from touch
    where visitor_id = any(${visitorIds}::text[])
    order by at, id
    for update`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Counts the steps of these visitors in these series on the day of the first one, and deletes them. Rows that another
 * node has deleted meanwhile are counted by that node.
 */
export async function aggregateSteps(trx: Trx, watchers: readonly Watcher[]): Promise<void> {
  if (watchers.length === 0) return;
  await sql`
    with gone as (
      delete from funnel_step using unnest(${watchers.map(({ visitor_id }) => visitor_id)}::text[],
        ${watchers.map(({ series_id }) => series_id)}::text[]) as w (visitor, series)
      where visitor_id = visitor and series_id = series
      returning funnel_step.*
    ), person as (
      select visitor_id, series_id, (min(at) at time zone 'UTC')::date as day,
        (array_agg(first_channel order by at))[1] as first_channel,
        (array_agg(last_channel order by at))[1] as last_channel,
        bool_or(step in ('first_frame', 'episode')) as watched,
        coalesce(max(episode_number) filter (where step in ('first_frame', 'episode')), 0) as depth,
        bool_or(step in ('first_frame', 'episode') and episode_number = 1) as began,
        bool_or(step = 'paywall') as paywall, bool_or(step = 'checkout') as checkout
      from gone group by visitor_id, series_id
    ), counted as (
      select day, model.name as model, model.channel, series_id, measure.name as measure, measure.n, count(*)::integer as visitors
      from person
      cross join lateral (values ('first', first_channel), ('last', last_channel)) as model (name, channel)
      cross join lateral (values ('depth', watched, depth), ('began', began, depth), ('paywall', paywall, 0), ('checkout', checkout, 0)) as measure (name, so, n)
      where measure.so
      group by 1, 2, 3, 4, 5, 6
    )
    insert into funnel_day (day, model, channel, series_id, measure, n, visitors)
    select * from counted order by day, model, channel, series_id, measure, n
    on conflict (day, model, channel, series_id, measure, n) do update
    set visitors = funnel_day.visitors + excluded.visitors`.execute(trx);
}

/** Counts visits, each visitor once per day and channel, and deletes the touches. */
export async function aggregateTouches(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with gone as (
      delete from touch where id = any(${ids}::text[]) returning *
    ), counted as (
      select (at at time zone 'UTC')::date as day, model.name as model, model.channel,
        coalesce(record ->> 'seriesId', '') as series_id, count(distinct visitor_id)::integer as visitors
      from gone
      cross join lateral (values ('first', first_channel), ('last', last_channel)) as model (name, channel)
      group by 1, 2, 3, 4
    )
    insert into funnel_day (day, model, channel, series_id, measure, n, visitors)
    select day, model, channel, series_id, 'visit', 0, visitors from counted order by day, model, channel, series_id
    on conflict (day, model, channel, series_id, measure, n) do update
    set visitors = funnel_day.visitors + excluded.visitors`.execute(trx);
}

/** Deletes the aggregates from before a day. */
export async function deleteDaysBefore(db: Db, day: string): Promise<void> {
  await sql`delete from funnel_day where day < ${day}::date`.execute(db);
}
