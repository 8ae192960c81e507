import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import type { Slice } from "../history/repository.ts";
import { isKept } from "../kept/repository.ts";

/** The outcome of adding a series to My List. */
export type Added = "done" | "unknown" | "full";

/** Adds a visible series, or a withdrawn one that the visitor bought, to My List in one statement. A series already on it keeps its place. */
export async function insertFavorite(
  db: Db,
  favorite: { visitorId: string; seriesId: string; at: Date; limit: number },
): Promise<Added> {
  const { visitorId, seriesId, at, limit } = favorite;
  const { rows } = await sql<{ known: boolean; there: boolean }>`
    with found as (
      select id from visible_series where id = ${seriesId}
      union all select series_id from kept_right where visitor_id = ${visitorId} and series_id = ${seriesId} limit 1),
    there as (select from favorite where visitor_id = ${visitorId} and series_id = ${seriesId}),
    room as (
      select from (select from favorite where visitor_id = ${visitorId} limit ${limit}) as listed
      having count(*) < ${limit}),
    added as (
      insert into favorite (visitor_id, series_id, created_at)
      select ${visitorId}, id, ${at} from found where exists (select from room)
      on conflict (visitor_id, series_id) do nothing returning 1)
    select exists (select from found) as known,
      exists (select from there) or exists (select from room) as there`.execute(db);
  const [row] = rows;
  if (!row?.known) return "unknown";
  return row.there ? "done" : "full";
}

/** Removes a series from My List, if it is there. */
export async function deleteFavorite(db: Db, visitorId: string, seriesId: string): Promise<void> {
  await sql`delete from favorite where visitor_id = ${visitorId} and series_id = ${seriesId}`.execute(db);
}

/** Returns a page of the series on My List that the visitor may still open, newest first. */
export async function listFavorites(
  db: Db,
  visitorId: string,
  { offset, limit }: Slice,
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await sql<{ series_id: string | null; total: number }>`
    with listed as materialized (
      select favorite.series_id, favorite.created_at from favorite
      where favorite.visitor_id = ${visitorId}
        and (exists (select from visible_series where visible_series.id = favorite.series_id)
          or ${isKept(sql.ref("favorite.visitor_id"), sql.ref("favorite.series_id"))}))
    select counted.total, page.series_id from (select count(*) as total from listed) as counted
    left join (select * from listed order by created_at desc, series_id limit ${limit} offset ${offset}) as page
      on true
    order by page.created_at desc, page.series_id`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    ids: rows.flatMap(({ series_id }) => series_id ?? []),
  };
}
