import { type RawBuilder, sql } from "kysely";
import type { Texts } from "#catalogue";
import type { Db } from "#platform/db/database";
import { isKept } from "../kept/repository.ts";
import { MAX_SERIES } from "../limits.ts";

/** Offset of a page, counted from 0, and its maximum number of rows. */
export interface Slice {
  offset: number;
  limit: number;
}

/** A visitor's progress in the episode of a series that they watched last. */
export interface WatchedRow {
  series_id: string;
  episode_id: string;
  number: number;
  title: Texts;
  /** The number of the next episode that is there, null after the last one. */
  next: number | null;
  position: number;
  duration: number;
  done: boolean;
  watched_at: Date;
}

/**
 * Selects the episode at which the series of a row of `history` goes on: the one watched last or, where that one was taken back, the
 * one watched before it. Null where there is none.
 * @param clearedAt when the visitor cleared the history; null if never
 */
export function lastPlayable(clearedAt: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`coalesce(
    (select history.episode_id from playable_episode where playable_episode.id = history.episode_id),
    (select progress.episode_id from progress join playable_episode on playable_episode.id = progress.episode_id
      where history.episode_id is not null
        and progress.visitor_id = history.visitor_id and progress.series_id = history.series_id
        and progress.watched_at > coalesce(greatest(${clearedAt}, history.removed_at), '-infinity')
      order by progress.watched_at desc, progress.episode_id desc limit 1))`;
}

/**
 * Returns a page of a visitor's history, newest first, without what can no longer be watched. A history is short
 * enough to sort.
 */
export async function listHistory(
  db: Db,
  visitorId: string,
  { offset, limit }: Slice,
): Promise<{ rows: WatchedRow[]; total: number }> {
  const { rows } = await sql<WatchedRow & { total: number }>`
    with watched as materialized (
      select history.series_id, episode.id as episode_id, episode.number, episode.title, progress.position,
        progress.duration, progress.done, history.watched_at
      from history
      left join history_cleared as cleared on cleared.visitor_id = history.visitor_id
      join playable_episode as episode on episode.id = ${lastPlayable(sql.ref("cleared.at"))}
        and (not episode.withdrawn or ${isKept(sql.ref("history.visitor_id"), sql.ref("history.series_id"))})
      join progress on progress.visitor_id = history.visitor_id and progress.series_id = history.series_id
        and progress.episode_id = episode.id
      where history.visitor_id = ${visitorId} and history.watched_at > coalesce(cleared.at, '-infinity'))
    select counted.total, page.*, (
      select min(number) from playable_episode as later
      where later.series_id = page.series_id and later.number > page.number) as next
    from (select count(*) as total from watched) as counted
    left join (select * from watched order by watched_at desc, series_id limit ${limit} offset ${offset}) as page
      on true
    order by page.watched_at desc, page.series_id`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows
      .filter((row) => (row.series_id as string | null) !== null)
      .map(({ total: _total, ...row }) => row),
  };
}

/**
 * Counts who is in the middle of a series: those whose last episode of it is not finished, or not the last one. Episodes
 * that a viewer removed from their history do not count.
 */
export async function countWatching(db: Db, seriesId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from history
    join progress on progress.visitor_id = history.visitor_id and progress.series_id = history.series_id
      and progress.episode_id = history.episode_id
    join episode on episode.id = history.episode_id
    where history.series_id = ${seriesId} and (not progress.done or exists (
      select from episode as next where next.series_id = history.series_id and next.number > episode.number
        and next.published_at is not null))`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts who has watched some of an episode. */
export async function countWatched(db: Db, episodeId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from progress where episode_id = ${episodeId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Removes a series and its progress from a visitor's history in one statement. A mark of the removal stays, so that
 * late reports from before it are ignored.
 */
export async function removeSeries(db: Db, visitorId: string, seriesId: string, at: Date): Promise<void> {
  const { rows } = await sql<{ is_new: boolean }>`
    with gone as (delete from progress where visitor_id = ${visitorId} and series_id = ${seriesId})
    insert into history (visitor_id, series_id, episode_id, watched_at, removed_at)
    select ${visitorId}, id, null, ${at}, ${at} from series where id = ${seriesId}
    on conflict (visitor_id, series_id) do update set episode_id = null,
      watched_at = greatest(excluded.watched_at, history.watched_at),
      removed_at = greatest(excluded.watched_at, history.watched_at)
    returning xmax = 0 as is_new`.execute(db);
  if (rows[0]?.is_new) await trimHistory(db, visitorId);
}

/** Removes a visitor's whole history in one statement. */
export async function clearHistory(db: Db, visitorId: string, at: Date): Promise<void> {
  await sql`
    with gone as (delete from progress where visitor_id = ${visitorId}),
    gone_history as (delete from history where visitor_id = ${visitorId})
    insert into history_cleared (visitor_id, at)
    select ${visitorId}, greatest(${at}, (select max(watched_at) from history where visitor_id = ${visitorId}))
    on conflict (visitor_id) do update set at = greatest(history_cleared.at, excluded.at)`.execute(db);
}

/** Removes the least recently watched series of a history that is too long. */
export async function trimHistory(db: Db, visitorId: string): Promise<void> {
  await sql`
    with past as (
      select series_id from history where visitor_id = ${visitorId}
      order by watched_at desc, series_id offset ${MAX_SERIES}),
    gone as (delete from progress using past
      where progress.visitor_id = ${visitorId} and progress.series_id = past.series_id)
    delete from history using past
    where history.visitor_id = ${visitorId} and history.series_id = past.series_id`.execute(db);
}
