import type { Image, Sort } from "@cliffhanger/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#platform/db/database";
import { prepared } from "#platform/db/prepared";
import { isHot } from "../repository.ts";
import type { Texts } from "../tables.ts";

/** Which series a list contains. */
export type ListSource =
  | { type: "all" }
  | { type: "coming" }
  | { type: "tag"; tag: string }
  | { type: "ids"; ids: readonly string[] };

/** Offset of a page, counted from 0, and its maximum number of rows. */
export interface Slice {
  offset: number;
  limit: number;
}

/** A series in a list: its id, and what of its card changes by itself. */
export interface ListedSeries {
  id: string;
  play_count: number;
  hot: boolean;
}

/** A page of visible series, and the length of the whole list. */
export interface SeriesSlice {
  series: ListedSeries[];
  total: number;
}

/**
 * The columns of a series that its card needs. Kept narrow, because lists read many rows; tag names are looked up by
 * id.
 */
export interface CardRow {
  id: string;
  title: Texts;
  poster: Image;
  free_episode_count: number;
  episode_count: number;
  play_count: number;
  published_at: Date | null;
  next_release_at: Date | null;
  last_release_at: Date | null;
  hot: boolean;
  tag_ids: string[];
}

const columns = sql`id, title, poster, free_episode_count, episode_count, visible_series.play_count, published_at,
  next_release_at, last_release_at,
  ${isHot} as hot,
  array(select tag_id from series_tag where series_id = visible_series.id order by position) as tag_ids`;

/**
 * Returns those of these series that are visible or have a time for their first episode, in the order of the ids. `kept`:
 * withdrawn ones too, for somebody who bought each of them.
 */
export async function findCards(
  db: Db,
  ids: readonly string[],
  { kept = false }: { kept?: boolean } = {},
): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CardRow>`
    select ${columns} from playable_series as visible_series
    where id = any(${ids}::text[]) and (${kept} or not withdrawn)`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** From how many plays on a series is one of the three most played; one look into an index. */
export const hotFrom = sql`select greatest(1000, (
  select play_count from series where published_at is not null and poster is not null
  order by play_count desc, id desc offset 2 limit 1)) as plays`;

/** Far pages cost what is skipped, so pages beyond this many series are empty. */
const LARGEST_OFFSET = 100_000;

/**
 * Reads a page of visible series in one query. It scans an index in its order up to the end of the page and skips the
 * heap: plays are looked up for the page alone, because not every index has them. The total is stored separately. For given ids, the recommended order is the order of the ids.
 */
export async function listPage(db: Db, source: ListSource, sort: Sort, slice: Slice): Promise<SeriesSlice> {
  const { total, page } = plan(source, sort, slice);
  const { rows } = await sql<ListedSeries & { total: number }>`
    with hot as materialized (${hotFrom})
    select stored.total, page.id, page.play_count, page.play_count >= hot.plays as hot
    from (select coalesce(${total}, 0) as total) as stored cross join hot left join (${page}) as page on true
    order by page.at
    ${prepared}`.execute(db);
  return { total: rows[0]?.total ?? 0, series: listedIn(rows) };
}

/** Returns the series of rows that have a total beside each; an empty page is one row without a series. */
export function listedIn(rows: readonly ListedSeries[]): ListedSeries[] {
  return rows
    .filter((row) => (row.id as string | null) !== null)
    .map(({ id, play_count, hot }) => ({ id, play_count, hot }));
}

function plan(
  source: ListSource,
  sort: Sort,
  { offset, limit }: Slice,
): Record<"total" | "page", RawBuilder<unknown>> {
  const slice = sql`limit ${offset > LARGEST_OFFSET ? 0 : limit} offset ${Math.min(offset, LARGEST_OFFSET)}`;
  if (source.type === "all") {
    const order = sort === "newest" ? sql`published_at desc, id desc` : sql`play_count desc, id desc`;
    return {
      total: sql`(select visible from series_total)`,
      page: sql`select id, (select play_count from series where series.id = ids.id) as play_count, row_number() over () as at
        from (select id from series where published_at is not null and poster is not null
        order by ${order} ${slice}) as ids`,
    };
  }
  if (source.type === "coming") {
    const isComing = sql`published_at is null and poster is not null and state = 'live' and next_release_at is not null`;
    return {
      total: sql`(select count(*) from series where ${isComing})`,
      page: sql`select id, play_count, row_number() over () as at from (
        select id, play_count from series where ${isComing} order by next_release_at, id ${slice}) as ids`,
    };
  }
  if (source.type === "tag") {
    const order =
      sort === "newest" ? sql`visible_at desc, series_id desc` : sql`play_count desc, series_id desc`;
    return {
      total: sql`(select series_count from tag where id = ${source.tag})`,
      page: sql`select id, (select play_count from series where series.id = ids.id) as play_count, row_number() over () as at
        from (select series_id as id from series_tag where tag_id = ${source.tag} and visible_at is not null
        order by ${order} ${slice}) as ids`,
    };
  }
  const order = {
    recommended: sql`given.at`,
    newest: sql`published_at desc, id desc`,
    popular: sql`play_count desc, id desc`,
  }[sort];
  const given = sql`unnest(${source.ids}::text[]) with ordinality as given (id, at) join visible_series using (id)`;
  return {
    total: sql`(select count(*) from ${given})`,
    page: sql`select id, play_count, row_number() over (order by ${order}) as at from ${given} order by ${order} ${slice}`,
  };
}

/** A category or tag in lists. */
export interface TagRow {
  id: string;
  kind: "category" | "tag";
  name: Texts;
  series_count: number;
}

/** Lists categories in their order, then tags by use: those with at least one series, at most 1000. */
export async function listTags(db: Db, kind: TagRow["kind"] | undefined): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select id, kind, name, series_count from tag
    where series_count > 0 and (${kind ?? null}::text is null or kind = ${kind ?? null})
    order by kind, case kind when 'category' then position end, series_count desc, id limit 1000`.execute(db);
  return rows;
}

/** A visible series as the sitemap lists it. */
export interface PublishedRow {
  id: string;
  poster: Image;
  updated_at: Date;
}

/** Lists visible series by id, an order that neither plays nor dates change between two parts. */
export async function listPublished(db: Db, { offset, limit }: Slice): Promise<PublishedRow[]> {
  const { rows } = await sql<PublishedRow>`
    select id, poster, updated_at from visible_series order by id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

/** Returns the number of visible series. */
export async function countPublished(db: Db): Promise<number> {
  const { rows } = await sql<{ visible: number }>`select visible from series_total`.execute(db);
  return Number(rows[0]?.visible ?? 0);
}
