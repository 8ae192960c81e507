import { sql } from "kysely";
import type { FoundSession } from "#accounts";
import { type RightsRow, rightsFragment } from "#billing";
import { type StartedRow, startedFragment } from "#library";
import type { Db } from "#platform/db/database";
import type { Fragment } from "#platform/db/fragment";
import { prepared } from "#platform/db/prepared";

/** A session, and what its visitor has of one series. */
type OwnRow = FoundSession & StartedRow & RightsRow;

/**
 * Reads a session together with its visitor's list entry, progress and rights for one series. One statement for one
 * caller: callers are never gathered, so that no fault in it can show the data of one to another.
 */
export async function findOwn(
  db: Db,
  session: Fragment<FoundSession>,
  { seriesId, now }: { seriesId: string; now: Date },
): Promise<OwnRow | undefined> {
  const visitor = sql.ref<string>("caller.visitor_id");
  const series = sql.ref<string>("given.series_id");
  const { rows } = await sql<OwnRow>`
    select caller.*, started.*, live.rights
    from (${session}) as caller
    cross join (select ${seriesId}::text as series_id) as given
    cross join lateral (${startedFragment(visitor, series)}) as started
    cross join lateral (${rightsFragment(visitor, series, now)}) as live
    ${prepared}`.execute(db);
  return rows[0];
}
