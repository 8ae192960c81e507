import { sql } from "kysely";
import type { Clock } from "#platform/clock";
import type { Db } from "#platform/db/database";
import { announceChange } from "../events.ts";
import { refreshSearch } from "../search/maintain.ts";
import type { CatalogueTables, Prices, Texts } from "../tables.ts";

/** A series with its source, visible or not. */
export interface Source {
  id: string;
  sourceKey: string;
  title: Texts;
  /** Number of published episodes. */
  episodes: number;
  visible: boolean;
}

const tables = (db: Db) => db.$extendTables<CatalogueTables>();

/** Lists all series, newest first. */
export async function listSources(db: Db): Promise<Source[]> {
  const rows = await selectSource(db).orderBy("created_at", "desc").orderBy("id", "desc").execute();
  return rows.map(sourceOf);
}

/** Returns the series with this source or id. */
export async function findSource(
  db: Db,
  by: { sourceKey: string } | { id: string },
): Promise<Source | undefined> {
  const row = await selectSource(db)
    .where((where) => ("id" in by ? where("id", "=", by.id) : where("source_key", "=", by.sourceKey)))
    .executeTakeFirst();
  return row && sourceOf(row);
}

function selectSource(db: Db) {
  return tables(db)
    .selectFrom("series")
    .select(["id", "source_key", "title", "episode_count", "published_at", "poster"]);
}

function sourceOf(row: {
  id: string;
  source_key: string;
  title: Texts;
  episode_count: number;
  published_at: Date | null;
  poster: unknown;
}): Source {
  return {
    id: row.id,
    sourceKey: row.source_key,
    title: row.title,
    episodes: row.episode_count,
    visible: row.published_at !== null && row.poster !== null,
  };
}

/** Returns what an operator decides about a series, for the audit log. */
export async function findAbout(db: Db, seriesId: string): Promise<object | undefined> {
  return tables(db)
    .selectFrom("series")
    .select(["title", "synopsis", "language", "free_episode_count", "completed", "unlock_price", "poster"])
    .select(
      sql<
        string[] | null
      >`(select array_agg(tag_id order by position) from series_tag where series_id = series.id)`.as("tags"),
    )
    .where("id", "=", seriesId)
    .executeTakeFirst();
}

/** Lists all episodes of a series by number, visible or not; `assetId` is the asset that plays now. */
export async function listSourceEpisodes(
  db: Db,
  seriesId: string,
): Promise<{ id: string; number: number; assetId: string | null }[]> {
  return tables(db)
    .selectFrom("episode")
    .select(["id", "number", "asset_id as assetId"])
    .where("series_id", "=", seriesId)
    .orderBy("number")
    .execute();
}

/** Saves the price of a whole series; null for the general prices. */
export async function saveUnlockPrice(db: Db, seriesId: string, prices: Prices | null): Promise<void> {
  await tables(db)
    .updateTable("series")
    .set({ unlock_price: prices && JSON.stringify(prices) })
    .where("id", "=", seriesId)
    .execute();
}

/**
 * Saves the price that a folder gives, null for none. It applies only if the folder's price changed since the last
 * ingest; otherwise an ingest of one more episode would undo a price set elsewhere.
 */
export async function saveFolderPrice(db: Db, seriesId: string, prices: Prices | null): Promise<void> {
  const said = prices && JSON.stringify(prices);
  await tables(db)
    .updateTable("series")
    .set({ unlock_price: said, folder_unlock_price: said })
    .where("id", "=", seriesId)
    .where("folder_unlock_price", "is distinct from", prices)
    .execute();
}

/**
 * Hides episodes, and their series with the last one. Their ids stay, so that purchases and history work again when
 * an episode returns. Call it within a transaction.
 */
export async function withdrawEpisodes(
  db: Db,
  clock: Clock,
  seriesId: string,
  episodeIds: readonly string[],
): Promise<void> {
  const catalogue = tables(db);
  if (episodeIds.length > 0)
    await catalogue
      .updateTable("episode")
      .set({
        asset_id: null,
        thumbnail: null,
        published_at: null,
        // One that was released waits for nothing, so later episodes do not wait for it either.
        release_at: sql`case when published_at is null then release_at end`,
      })
      .where("series_id", "=", seriesId)
      .where("id", "in", episodeIds)
      .execute();
  const { count } = await catalogue
    .selectFrom("episode")
    .select((select) => select.fn.countAll<string>().as("count"))
    .where("series_id", "=", seriesId)
    .where("published_at", "is not", null)
    .executeTakeFirstOrThrow();
  await catalogue
    .updateTable("series")
    .set({
      episode_count: Number(count),
      updated_at: clock.now(),
      ...(Number(count) === 0 && { published_at: null }),
    })
    .where("id", "=", seriesId)
    .execute();
  await refreshSearch(db, [seriesId]);
  await announceChange(db, seriesId);
}

/** Hides a series with all its episodes. Call it within a transaction. */
export async function withdrawSeries(db: Db, clock: Clock, seriesId: string): Promise<void> {
  const episodes = await listSourceEpisodes(db, seriesId);
  await withdrawEpisodes(
    db,
    clock,
    seriesId,
    episodes.map((episode) => episode.id),
  );
}

/** Lists the assets of series that were withdrawn since a time. */
export async function listWithdrawnAssets(db: Db, since: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom("series")
    .innerJoin("episode", "episode.series_id", "series.id")
    .select("episode.asset_id")
    .where("series.state", "=", "withdrawn")
    .where("series.withdrawn_at", ">", since)
    .execute();
  return rows.flatMap((row) => row.asset_id ?? []);
}

/** Lists the assets that a series plays, of all its episodes; null if there is no such series. */
export async function listSeriesAssets(db: Db, seriesId: string): Promise<string[] | null> {
  const rows = await tables(db)
    .selectFrom("series")
    .leftJoin("episode", "episode.series_id", "series.id")
    .select("episode.asset_id")
    .where("series.id", "=", seriesId)
    .orderBy("episode.number")
    .execute();
  return rows.length === 0 ? null : rows.flatMap((row) => row.asset_id ?? []);
}

/** Returns which of these assets are played by an episode. */
export async function listPlayedAssets(db: Db, assetIds: readonly string[]): Promise<Set<string>> {
  if (assetIds.length === 0) return new Set();
  const rows = await tables(db)
    .selectFrom("episode")
    .select("asset_id")
    .where("asset_id", "in", assetIds)
    .execute();
  return new Set(rows.map((row) => row.asset_id ?? ""));
}

/** Returns whether a series, its draft or one of its versions, or an episode shows the picture with this URL. */
export async function isPictureUsed(db: Db, url: string): Promise<boolean> {
  const [series, episode] = await Promise.all([
    tables(db)
      .selectFrom("series")
      .select("id")
      .where((where) =>
        where.or([
          where(where.ref("poster", "->>").key("url"), "=", url),
          where(where.ref("cover", "->>").key("url"), "=", url),
        ]),
      )
      .executeTakeFirst(),
    tables(db)
      .selectFrom("episode")
      .select("id")
      .where((where) => where(where.ref("thumbnail", "->>").key("url"), "=", url))
      .executeTakeFirst(),
  ]);
  if (series !== undefined || episode !== undefined) return true;
  // A draft may show it when it is published, and a version when it is restored.
  const { rows } = await sql`
    select from series_draft where ${url} in (content -> 'poster' ->> 'url', content -> 'cover' ->> 'url')
    union all
    select from series_version where ${url} in (content -> 'poster' ->> 'url', content -> 'cover' ->> 'url')
    limit 1`.execute(db);
  return rows.length > 0;
}
