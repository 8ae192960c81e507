import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import type { Fragment } from "#platform/db/fragment";
import { prepared } from "#platform/db/prepared";
import type { BillingTables } from "../tables.ts";

/** An active entitlement: neither revoked nor suspended, started and not ended. */
export type LiveRight = Pick<
  BillingTables["entitlement"],
  "scope" | "series_id" | "valid_to" | "source_type"
>;

const live = (now: Date) => sql`revoked_at is null and suspended_at is null
  and valid_from <= ${now} and (valid_to is null or valid_to > ${now})`;

/** Returns a visitor's entitlements that are active at a given time. */
export async function listLiveRights(db: Db, visitorId: string, now: Date): Promise<LiveRight[]> {
  const { rows } = await sql<LiveRight>`
    select scope, series_id, valid_to, source_type from entitlement where visitor_id = ${visitorId} and ${live(now)}
    ${prepared}`.execute(db);
  return rows;
}

/** The active entitlements of a visitor to one series, as a column: scope, series, end and source of each. */
export interface RightsRow {
  rights: [LiveRight["scope"], LiveRight["series_id"], string | null, LiveRight["source_type"]][];
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
    select coalesce(json_agg(json_build_array(scope, series_id, valid_to, source_type)), '[]') as rights from entitlement
    where visitor_id = ${visitorId} and (scope = 'membership' or series_id = ${seriesId}) and ${live(now)}`;
}

/**
 * Returns a page of the series that a visitor unlocked individually, newest entitlement first: visible ones, and withdrawn
 * ones that they bought.
 */
export async function listUnlocked(
  db: Db,
  visitorId: string,
  now: Date,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await sql<{ series_id: string | null; total: number }>`
    with unlocked as materialized (
      select series_id, max(valid_from) as at from entitlement
      join playable_series on playable_series.id = series_id
      where visitor_id = ${visitorId} and playable_series.episode_count > 0
        and (source_type = 'order' or not withdrawn) and ${live(now)} group by series_id)
    select counted.total, page.series_id from (select count(*) as total from unlocked) as counted
    left join (select * from unlocked order by at desc, series_id desc limit ${limit} offset ${offset}) as page
      on true
    order by page.at desc, page.series_id desc`.execute(db);
  return { total: rows[0]?.total ?? 0, ids: rows.flatMap(({ series_id }) => series_id ?? []) };
}

/** How many people bought a series and still hold it, and how many orders for it are not paid yet. */
export interface SeriesBuyers {
  unlocked: number;
  ordering: number;
}

/** What an order paid for and nobody took back. */
const bought = sql`source_type = 'order' and revoked_at is null and suspended_at is null`;

/** Counts who bought a series or is about to. */
export async function countSeriesBuyers(db: Db, seriesId: string): Promise<SeriesBuyers> {
  const { rows } = await sql<SeriesBuyers>`
    select (select count(distinct visitor_id)::int from entitlement
        where series_id = ${seriesId} and ${bought}) as unlocked,
      (select count(*)::int from purchase_order
        where series_id = ${seriesId} and kind = 'unlock' and state in ('pending', 'processing', 'review')) as ordering`.execute(
    db,
  );
  return rows[0] ?? { unlocked: 0, ordering: 0 };
}

/** Counts the purchases of series that are still held. */
export async function countBuyers(db: Db, seriesIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from entitlement where series_id = any(${[...seriesIds]}::text[])
      and ${bought}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns whether a series is withdrawn for everybody, so that nobody may watch what is paid for it. */
export async function isClosedForAll(db: Db, seriesId: string): Promise<boolean> {
  const { rows } =
    await sql`select from series where id = ${seriesId} and state = 'withdrawn' and closed`.execute(db);
  return rows.length > 0;
}
