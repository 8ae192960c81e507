import { type RawBuilder, sql } from "kysely";
import type { Texts } from "#catalogue";
import type { Db } from "#platform/db/database";

/** Whether a visitor bought a series that was withdrawn since, so that they keep it. The arguments are columns of the statement. */
export function isKept(visitorId: RawBuilder<unknown>, seriesId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from kept_right
    where kept_right.visitor_id = ${visitorId} and kept_right.series_id = ${seriesId})`;
}

/** A series that ended for everybody, of who bought it. */
export interface EndedRow {
  id: string;
  title: Texts;
  listed: boolean;
  watched: boolean;
}

const MOST_ENDED = 100;

/** Returns what a visitor bought and what was withdrawn for everybody since. What was refunded before that is left out. */
export async function listEnded(db: Db, visitorId: string): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`
    select series.id, series.title,
      exists (select from favorite where visitor_id = ${visitorId} and series_id = series.id) as listed,
      exists (select from history where visitor_id = ${visitorId} and series_id = series.id
        and watched_at > coalesce((select at from history_cleared where visitor_id = ${visitorId}), '-infinity')) as watched
    from series
    where series.state = 'withdrawn' and series.closed and exists (
      select from entitlement where visitor_id = ${visitorId} and series_id = series.id and source_type = 'order'
        and (revoked_at is null or revoked_at >= series.withdrawn_at))
    order by series.withdrawn_at desc, series.id limit ${MOST_ENDED}`.execute(db);
  return rows;
}
