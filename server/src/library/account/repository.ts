import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { trimHistory } from "../history/repository.ts";

/** Returns which of these visitors have been merged into an account by signing in. */
export async function mergedOf(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; merged_into: string }[]> {
  const { rows } = await sql<{ id: string; merged_into: string }>`
    select id, merged_into from visitor where id = any(${ids}::text[]) and merged_into is not null`.execute(
    db,
  );
  return rows;
}

/**
 * Moves a guest's library to a member. Of an episode the newest progress counts; of a series the newest action of
 * either, watching or removing. A guest who cleared everything cleared only the guest's own: that mark stays the
 * guest's, for late reports. Call it in the transaction of the sign-in. It waits for the guest's reports in progress.
 */
export async function mergeLibrary(trx: Trx, guestId: string, memberId: string): Promise<void> {
  await sql`select from visitor where id = ${guestId} for update`.execute(trx);
  await moveHistory(trx, guestId, memberId);
  await moveProgress(trx, guestId, memberId);
  await sql`
    with moved as (delete from favorite where visitor_id = ${guestId} returning series_id, created_at)
    insert into favorite (visitor_id, series_id, created_at)
    select ${memberId}, series_id, created_at from moved order by series_id
    on conflict (visitor_id, series_id) do update
    set created_at = greatest(favorite.created_at, excluded.created_at)`.execute(trx);
  await trimHistory(trx, memberId);
}

async function moveHistory(trx: Trx, guestId: string, memberId: string): Promise<void> {
  await sql`
    with moved as (delete from history where visitor_id = ${guestId} returning *)
    insert into history (visitor_id, series_id, episode_id, watched_at, removed_at)
    select ${memberId}, series_id, episode_id, watched_at, removed_at from moved
    where watched_at > coalesce(
      (select max(at) from history_cleared where visitor_id in (${guestId}, ${memberId})), '-infinity')
    order by series_id
    on conflict (visitor_id, series_id) do update set
      episode_id = case
        when excluded.watched_at > history.watched_at then excluded.episode_id
        when excluded.watched_at < history.watched_at then history.episode_id
        else greatest(excluded.episode_id, history.episode_id) end,
      watched_at = greatest(excluded.watched_at, history.watched_at),
      removed_at = greatest(excluded.removed_at, history.removed_at)`.execute(trx);
  // Watched and removed at the same time counts as removed.
  await sql`
    update history set episode_id = null
    where visitor_id = ${memberId} and watched_at <= removed_at and episode_id is not null`.execute(trx);
}

/** Runs after the history, whose removals also apply to the progress of both. */
async function moveProgress(trx: Trx, guestId: string, memberId: string): Promise<void> {
  await sql`
    with moved as (delete from progress where visitor_id = ${guestId} returning *)
    insert into progress (visitor_id, series_id, episode_id, position, duration, done, watched_at)
    select ${memberId}, series_id, episode_id, position, duration, done, watched_at from moved
    where watched_at > coalesce(
      (select max(at) from history_cleared where visitor_id in (${guestId}, ${memberId})), '-infinity')
    order by series_id, episode_id
    on conflict (visitor_id, series_id, episode_id) do update set position = excluded.position,
      duration = excluded.duration, done = excluded.done, watched_at = excluded.watched_at
    where (excluded.watched_at, excluded.done, excluded.position, excluded.duration)
      > (progress.watched_at, progress.done, progress.position, progress.duration)`.execute(trx);
  await sql`
    delete from progress using history
    where progress.visitor_id = ${memberId} and history.visitor_id = ${memberId}
      and progress.series_id = history.series_id and progress.watched_at <= history.removed_at`.execute(trx);
}

/** Returns a visitor's library for their export, with titles in every available language. */
export async function readExport(
  db: Db,
  visitorId: string,
): Promise<{ favorites: unknown[]; history: unknown[]; removed: unknown[]; clearedAt: Date | null }> {
  const { rows: favorites } = await sql<unknown>`
    select series.id as "seriesId", series.title, favorite.created_at as "addedAt"
    from favorite join series on series.id = favorite.series_id
    where favorite.visitor_id = ${visitorId} order by favorite.created_at desc, series.id`.execute(db);
  const { rows: history } = await sql<unknown>`
    select series.id as "seriesId", series.title as "seriesTitle", episode.number as "episodeNumber",
      episode.title as "episodeTitle", progress.position, progress.duration, progress.done,
      progress.watched_at as "watchedAt"
    from progress join episode on episode.id = progress.episode_id join series on series.id = episode.series_id
    where progress.visitor_id = ${visitorId} order by progress.watched_at desc, episode.id`.execute(db);
  const { rows: removed } = await sql<unknown>`
    select series.id as "seriesId", series.title as "seriesTitle", history.removed_at as "removedAt"
    from history join series on series.id = history.series_id
    where history.visitor_id = ${visitorId} and history.removed_at is not null
    order by history.removed_at desc, series.id`.execute(db);
  const { rows: cleared } = await sql<{ at: Date }>`
    select at from history_cleared where visitor_id = ${visitorId}`.execute(db);
  return { favorites, history, removed, clearedAt: cleared[0]?.at ?? null };
}

/** Returns which of these visitors have a list or have watched something. */
export async function findLibraryOwners(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::text[]) as visitor (id)
    where exists (select from favorite where visitor_id = visitor.id)
      or exists (select from progress where visitor_id = visitor.id)
      or exists (select from history where visitor_id = visitor.id)`.execute(db);
  return rows.map(({ id }) => id);
}
