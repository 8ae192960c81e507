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

/** A viewer's list entry and progress for one series. */
export interface ViewRow {
  favorite: boolean;
  /** The episode watched last; null if there is none or it can no longer be watched. */
  last_id: string | null;
  last_number: number | null;
  /** Each started episode: id, position, duration, and whether it is finished. */
  watched: [string, number, number, boolean][];
}

/** Selects the view of a visitor and a series, which are columns of the statement around it. Always one row. */
export function viewFragment(visitorId: Fragment<string>, seriesId: Fragment<string>): Fragment<ViewRow> {
  // A removal that races with a report leaves progress behind: ignore what is older than the removal.
  return sql`
    select exists (select from favorite where favorite.visitor_id = ${visitorId}
        and favorite.series_id = ${seriesId}) as favorite,
      episode.id as last_id, episode.number as last_number,
      coalesce((select json_agg(json_build_array(episode_id, position, duration, done)) from progress
        where progress.visitor_id = ${visitorId} and progress.series_id = ${seriesId}
          and progress.watched_at > coalesce(greatest(cleared.at, history.removed_at), '-infinity')), '[]')
        as watched
    from (select) as one
    left join history_cleared as cleared on cleared.visitor_id = ${visitorId}
    left join history on history.visitor_id = ${visitorId} and history.series_id = ${seriesId}
    left join playable_episode as episode on episode.id = ${lastPlayable(sql.ref("cleared.at"))}
      and history.watched_at > coalesce(cleared.at, '-infinity')`;
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
