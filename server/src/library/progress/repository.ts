import { type RawBuilder, sql } from "kysely";
import type { Db } from "#platform/db/database";
import { prepared } from "#platform/db/prepared";
import { isKept } from "../kept/repository.ts";
import { MAX_SERIES } from "../limits.ts";

/** A report of one visitor. Its time is not in the future. */
export interface ReportRow {
  visitorId: string;
  episodeId: string;
  position: number;
  /** Null for the duration in the catalogue. */
  duration: number | null;
  /** Whether the viewer's player reported the end. */
  done: boolean;
  at: Date;
}

/** Work that must happen in the statement that saves reports, so that both happen or neither. */
export interface ReportListener {
  /**
   * Common table expressions by name. They read `new_progress` (visitor_id, series_id, episode_id, at, position,
   * furthest): one row per visitor and episode with new progress, so no report is handled twice. `furthest` is the
   * largest position of the episode in this statement.
   */
  expressions(now: Date): { name: string; query: RawBuilder<unknown> }[];
  /** Called after the commit with the number of rows of the last expression. */
  committed(rows: number): void;
}

/**
 * The newest report counts. Reports of the same time are ordered by their content, so that any order of arrival gives
 * the same result.
 */
const isNewer = sql`(excluded.watched_at, excluded.done, excluded.position, excluded.duration)
  > (progress.watched_at, progress.done, progress.position, progress.duration)`;

/**
 * Saves reports in one statement: one round trip and one commit for any number of them. Ignores reports of unknown or
 * unpublished episodes, and those from before a removal. Writes rows in key order, so that two statements cannot
 * deadlock.
 * @returns visitors with progress in a new episode, and the number of rows of the listener's last expression
 */
export async function insertReports(
  db: Db,
  reports: readonly ReportRow[],
  listener: ReportListener | null,
  now: Date,
): Promise<{ newcomers: string[]; listenerRows: number }> {
  const expressions = listener?.expressions(now) ?? [];
  const last = expressions.at(-1);
  const { rows } = await sql<{ newcomers: string[]; listenerRows: number }>`
    with reported as (${reported(reports)}),
    saved as (
      insert into progress (visitor_id, series_id, episode_id, position, duration, done, watched_at)
      select visitor_id, series_id, episode_id, position, duration, done, at from reported
      order by visitor_id, series_id, episode_id
      on conflict (visitor_id, series_id, episode_id) do update set position = excluded.position,
        duration = excluded.duration, done = excluded.done, watched_at = excluded.watched_at
      where ${isNewer}
      returning visitor_id, episode_id, xmax = 0 as is_new),
    new_progress as (select reported.* from reported join saved using (visitor_id, episode_id)),
    shown as (
      insert into history (visitor_id, series_id, episode_id, watched_at)
      select distinct on (visitor_id, series_id) visitor_id, series_id, episode_id, at from reported
      order by visitor_id, series_id, at desc, episode_id desc
      on conflict (visitor_id, series_id) do update
      set episode_id = excluded.episode_id, watched_at = excluded.watched_at
      where excluded.watched_at > history.watched_at
        or (excluded.watched_at = history.watched_at and excluded.episode_id > history.episode_id)
      returning visitor_id, xmax = 0 as is_new),
    ${crowdedOut}
    ${sql.join(
      expressions.map(({ name, query }) => sql`, ${sql.ref(name)} as (${query})`),
      sql``,
    )}
    select array(select distinct visitor_id from saved where is_new) as newcomers,
      ${last ? sql`(select count(*)::int from ${sql.ref(last.name)})` : sql`0`} as "listenerRows"
    ${prepared}`.execute(db);
  return rows[0] ?? { newcomers: [], listenerRows: 0 };
}

/**
 * Selects the reports that count. An episode is finished if the player says so, or within the last 5 % or three
 * seconds, whichever is longer, but never before the middle: viewers may skip the credits. Of a guest who has signed in,
 * what the guest cleared before does not come back either.
 */
function reported(reports: readonly ReportRow[]) {
  const column = <K extends keyof ReportRow>(key: K) => reports.map((report) => report[key]);
  return sql`
    select distinct on (1, 3) coalesce(visitor.merged_into, visitor.id) as visitor_id, episode.series_id,
      episode.id as episode_id, clamped.position, clamped.duration, given.at,
      given.done or (clamped.duration > 0 and clamped.position >=
        clamped.duration - least(greatest(3, clamped.duration * 0.05), clamped.duration / 2)) as done,
      max(clamped.position) over (partition by coalesce(visitor.merged_into, visitor.id), episode.id) as furthest
    from unnest(${column("visitorId")}::text[], ${column("episodeId")}::text[], ${column("position")}::float8[],
      ${column("duration")}::float8[], ${column("done")}::bool[], ${column("at")}::timestamptz[])
      as given (visitor_id, episode_id, position, duration, done, at)
    join visitor on visitor.id = given.visitor_id
    join playable_episode as episode on episode.id = given.episode_id and (not episode.withdrawn
      or ${isKept(sql`coalesce(visitor.merged_into, visitor.id)`, sql.ref("episode.series_id"))})
    cross join lateral (select coalesce(nullif(given.duration, 0), episode.duration) as duration) as length
    cross join lateral (select length.duration::real as duration, case when length.duration > 0
      then least(given.position, length.duration) else given.position end::real as position) as clamped
    cross join lateral (select max(at) as at from history_cleared
      where visitor_id in (visitor.id, visitor.merged_into)) as history_cleared
    left join history on history.visitor_id = coalesce(visitor.merged_into, visitor.id)
      and history.series_id = episode.series_id
    where given.at > coalesce(greatest(history_cleared.at, history.removed_at), '-infinity')
    order by 1, 3, given.at desc, done desc, clamped.position desc, clamped.duration desc`;
}

/**
 * Deletes the oldest series of a history that has become too long. Only a new series lengthens it, so other reports
 * skip the count.
 */
const crowdedOut = sql`
  longer as (
    select visitor_id, (select count(distinct series_id) from reported
      where reported.visitor_id = shown.visitor_id) as touched
    from shown where is_new group by visitor_id),
  past as (
    select longer.visitor_id, oldest.series_id from longer cross join lateral (
      select series_id from history where history.visitor_id = longer.visitor_id and not exists (
        select from reported where reported.visitor_id = history.visitor_id
          and reported.series_id = history.series_id)
      order by watched_at desc, series_id offset greatest(0, ${sql.lit(MAX_SERIES)} - longer.touched)) as oldest),
  past_history as (
    delete from history using past where history.visitor_id = past.visitor_id and history.series_id = past.series_id),
  past_progress as (
    delete from progress using past
    where progress.visitor_id = past.visitor_id and progress.series_id = past.series_id)`;
