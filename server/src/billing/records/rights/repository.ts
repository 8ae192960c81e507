import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import type { Fragment } from "#platform/db/fragment";
import { prepared } from "#platform/db/prepared";
import type { BillingTables } from "../tables.ts";

/** An active entitlement: neither revoked nor suspended, started and not ended. */
export type LiveRight = Pick<BillingTables["entitlement"], "scope" | "series_id" | "valid_to">;

const live = (now: Date) => sql`revoked_at is null and suspended_at is null
  and valid_from <= ${now} and (valid_to is null or valid_to > ${now})`;

/** Returns a visitor's entitlements that are active at a given time. */
export async function listLiveRights(db: Db, visitorId: string, now: Date): Promise<LiveRight[]> {
  const { rows } = await sql<LiveRight>`
    select scope, series_id, valid_to from entitlement where visitor_id = ${visitorId} and ${live(now)}
    ${prepared}`.execute(db);
  return rows;
}

/** The active entitlements of a visitor to one series, as a column: scope, series and end of each. */
export interface RightsRow {
  rights: [LiveRight["scope"], LiveRight["series_id"], string | null][];
}

/**
 * Selects the entitlements that are active at a given time and open a series. Visitor and series are columns of the
 * statement around it. Always one row.
 */
export function rightsFragment(
  visitorId: Fragment<string>,
  seriesId: Fragment<string>,
  now: Date,
): Fragment<RightsRow> {
  return sql`
    select coalesce(json_agg(json_build_array(scope, series_id, valid_to)), '[]') as rights from entitlement
    where visitor_id = ${visitorId} and (scope = 'membership' or series_id = ${seriesId}) and ${live(now)}`;
}

/** Returns a page of the visible series that a visitor unlocked individually, newest entitlement first. */
export async function listUnlocked(
  db: Db,
  visitorId: string,
  now: Date,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await sql<{ series_id: string | null; total: number }>`
    with unlocked as materialized (
      select series_id, max(valid_from) as at from entitlement
      join visible_series on visible_series.id = series_id
      where visitor_id = ${visitorId} and ${live(now)} group by series_id)
    select counted.total, page.series_id from (select count(*) as total from unlocked) as counted
    left join (select * from unlocked order by at desc, series_id desc limit ${limit} offset ${offset}) as page
      on true
    order by page.at desc, page.series_id desc`.execute(db);
  return { total: rows[0]?.total ?? 0, ids: rows.flatMap(({ series_id }) => series_id ?? []) };
}
