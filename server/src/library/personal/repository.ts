import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import type { Fragment } from "#platform/db/fragment";
import { prepared } from "#platform/db/prepared";
import { lastPlayable } from "../history/repository.ts";

/** A viewer and a series. */
export interface View {
  visitorId: string;
  seriesId: string;
}

/** A viewer's list entry and progress for one series, whether or not its episodes can still be watched. */
export interface StartedRow {
  favorite: boolean;
  /** The episode watched last; null if there is none. */
  last_id: string | null;
  /** Each started episode, the newest progress first: id, position, duration, and whether it is finished. */
  watched: [string, number, number, boolean][];
}

/** The same with the episode at which the series goes on: null if none of the started ones can still be watched. */
export interface ViewRow extends StartedRow {
  last_number: number | null;
}

// A removal that races with a report leaves progress behind: ignore what is older than the removal.
const started = (visitorId: Fragment<string>, seriesId: Fragment<string>) => ({
  columns: sql`
    exists (select from favorite where favorite.visitor_id = ${visitorId}
      and favorite.series_id = ${seriesId}) as favorite,
    coalesce((select json_agg(json_build_array(episode_id, position, duration, done) order by watched_at desc, episode_id desc)
      from progress where progress.visitor_id = ${visitorId} and progress.series_id = ${seriesId}
        and progress.watched_at > coalesce(greatest(cleared.at, history.removed_at), '-infinity')), '[]') as watched`,
  from: sql`(select) as one
    left join history_cleared as cleared on cleared.visitor_id = ${visitorId}
    left join history on history.visitor_id = ${visitorId} and history.series_id = ${seriesId}`,
  isShown: sql`history.watched_at > coalesce(cleared.at, '-infinity')`,
});

/**
 * Selects what a visitor has started of a series; both are columns of the statement around it. Always one row. Which episodes can
 * still be watched costs as much again, and whoever uses this has the list of them.
 */
export function startedFragment(
  visitorId: Fragment<string>,
  seriesId: Fragment<string>,
): Fragment<StartedRow> {
  const { columns, from, isShown } = started(visitorId, seriesId);
  return sql`select ${columns}, case when ${isShown} then history.episode_id end as last_id from ${from}`;
}

/** Selects the view of a visitor and a series in the same way. */
function viewFragment(visitorId: Fragment<string>, seriesId: Fragment<string>): Fragment<ViewRow> {
  const { columns, from, isShown } = started(visitorId, seriesId);
  return sql`
    select ${columns}, episode.id as last_id, episode.number as last_number from ${from}
    left join playable_episode as episode on episode.id = ${lastPlayable(sql.ref("cleared.at"))} and ${isShown}`;
}

/** Returns the views in the order requested, with one statement for all. */
export async function findViews(db: Db, views: readonly View[]): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select view.*
    from unnest(${views.map((view) => view.visitorId)}::text[], ${views.map((view) => view.seriesId)}::text[])
      with ordinality as given (visitor_id, series_id, at)
    cross join lateral (${viewFragment(sql.ref("given.visitor_id"), sql.ref("given.series_id"))}) as view
    order by given.at
    ${prepared}`.execute(db);
  return rows;
}
