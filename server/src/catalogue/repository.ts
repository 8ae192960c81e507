import type { Image, Language } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { prepared } from "#platform/db/prepared";
import type { CatalogueTables, Texts } from "./tables.ts";

/** A series with its tags, as stored. */
export interface SeriesRow {
  id: string;
  title: Texts;
  synopsis: Texts;
  language: string;
  free_episode_count: number;
  completed: boolean;
  poster: Image | null;
  cover: Image | null;
  episode_count: number;
  play_count: number;
  hot: boolean;
  published_at: Date | null;
  next_release_at: Date | null;
  last_release_at: Date | null;
  updated_at: Date;
  /** Whether only those who bought it may open it. */
  withdrawn: boolean;
  tags: { id: string; name: Texts }[];
}

/** An episode as stored, with the values that decide its lock. */
export interface EpisodeRow {
  id: string;
  series_id: string;
  number: number;
  title: Texts;
  asset_id: string;
  duration: number;
  thumbnail: Image | null;
  published_at: Date | null;
  /** Whether everyone may play it. */
  free: boolean;
  /** Whether its series is withdrawn: only those who bought the series may play it then. */
  withdrawn: boolean;
}

/**
 * Whether a series is one of the three most played, with at least a thousand plays. The threshold costs one index
 * lookup per statement.
 */
export const isHot = sql<boolean>`visible_series.play_count >= greatest(1000, (
  select play_count from series where published_at is not null and poster is not null
  order by play_count desc, id desc offset 2 limit 1))`;

const tables = (db: Db) => db.$extendTables<CatalogueTables>();

const seriesColumns = [
  "visible_series.id",
  "visible_series.title",
  "visible_series.synopsis",
  "visible_series.language",
  "visible_series.free_episode_count",
  "visible_series.completed",
  "visible_series.poster",
  "visible_series.cover",
  "visible_series.episode_count",
  "visible_series.published_at",
  "visible_series.next_release_at",
  "visible_series.last_release_at",
  "visible_series.updated_at",
  "visible_series.withdrawn",
] as const;

const tagsOfSeries = sql<{ id: string; name: Texts }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', tag.id, 'name', tag.name) order by series_tag.position)
  from series_tag join tag on tag.id = series_tag.tag_id where series_tag.series_id = visible_series.id), '[]')`.as(
  "tags",
);

const playsOfSeries = sql<number>`coalesce((
  select plays from series_plays where series_id = visible_series.id), 0)`.as("play_count");

/**
 * Returns the series with this id that is visible, or has a time for its first episode. `kept`: a withdrawn one too, for
 * those who bought it.
 */
export async function findSeries(
  db: Db,
  id: string,
  { kept = false }: { kept?: boolean } = {},
): Promise<SeriesRow | undefined> {
  return tables(db)
    .selectFrom("playable_series as visible_series")
    .$if(!kept, (query) => query.where("visible_series.withdrawn", "=", false))
    .select(seriesColumns)
    .select([tagsOfSeries, playsOfSeries, isHot.as("hot")])
    .where("id", "=", id)
    .executeTakeFirst();
}

function episodes(db: Db) {
  return tables(db)
    .selectFrom("playable_episode as episode")
    .innerJoin("series", "series.id", "episode.series_id")
    .select([
      "episode.id",
      "episode.series_id",
      "episode.number",
      "episode.title",
      "episode.duration",
      "episode.thumbnail",
      "episode.published_at",
      "episode.withdrawn",
    ])
    .select(sql<string>`episode.asset_id`.as("asset_id"))
    .select(sql<boolean>`episode.number <= series.free_episode_count`.as("free"));
}

/** Lists the visible episodes of a series in order. `kept`: those of a withdrawn one too, for those who bought it. */
export async function listEpisodes(
  db: Db,
  seriesId: string,
  { kept = false }: { kept?: boolean } = {},
): Promise<EpisodeRow[]> {
  return episodes(db)
    .where("episode.series_id", "=", seriesId)
    .$if(!kept, (query) => query.where("episode.withdrawn", "=", false))
    .orderBy("episode.number")
    .execute();
}

/** Returns the episode with this id that is visible, or withdrawn with its series: then only those who bought that may play it. */
export async function findEpisode(db: Db, id: string): Promise<EpisodeRow | undefined> {
  return episodes(db).where("episode.id", "=", id).executeTakeFirst();
}

/** Returns the next episode of the series after a number, as {@link findEpisode} does. */
export async function findNextEpisode(
  db: Db,
  seriesId: string,
  number: number,
): Promise<EpisodeRow | undefined> {
  return episodes(db)
    .where("episode.series_id", "=", seriesId)
    .where("episode.number", ">", number)
    .orderBy("episode.number")
    .limit(1)
    .executeTakeFirst();
}

/** The properties of a series that the ingest knows. */
export interface SeriesInput {
  sourceKey: string;
  title: Texts;
  synopsis: Texts;
  language: Language;
  freeEpisodeCount: number;
  completed: boolean;
}

/** Inserts or updates the series of a source. Returns its id, which is `id` only if the series is new. */
export async function upsertSeries(db: Db, id: string, input: SeriesInput, at: Date): Promise<string> {
  const values = {
    title: JSON.stringify(input.title),
    synopsis: JSON.stringify(input.synopsis),
    language: input.language,
    free_episode_count: input.freeEpisodeCount,
    completed: input.completed,
    updated_at: at,
  };
  const row = await tables(db)
    .insertInto("series")
    .values({
      id,
      source_key: input.sourceKey,
      created_at: at,
      published_at: null,
      poster: null,
      cover: null,
      ...values,
    })
    .onConflict((conflict) => conflict.column("source_key").doUpdateSet(values))
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Sets the pictures of a series. */
export async function updateSeriesImages(
  db: Db,
  id: string,
  images: { poster: Image; cover: Image },
): Promise<void> {
  await tables(db)
    .updateTable("series")
    .set({ poster: JSON.stringify(images.poster), cover: JSON.stringify(images.cover) })
    .where("id", "=", id)
    .execute();
}

/** Replaces the tags of a series, in this order. Returns the ids of tags that are new or renamed. */
export async function replaceSeriesTags(
  db: Db,
  seriesId: string,
  tags: { id: string; kind: "category" | "tag"; name: Texts }[],
): Promise<string[]> {
  const catalogue = tables(db);
  const changed: string[] = [];
  await catalogue.deleteFrom("series_tag").where("series_id", "=", seriesId).execute();
  for (const [position, tag] of tags.entries()) {
    const name = JSON.stringify(tag.name);
    const written = await catalogue
      .insertInto("tag")
      .values({ id: tag.id, kind: tag.kind, name })
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet({ name }).where(sql<boolean>`tag.name <> excluded.name`),
      )
      .returning("id")
      .executeTakeFirst();
    if (written) changed.push(written.id);
    await catalogue
      .insertInto("series_tag")
      .values({ series_id: seriesId, tag_id: tag.id, position })
      .execute();
  }
  return changed;
}

/** Inserts or updates an episode by its number. Returns its id, which is `id` only if the episode is new. */
export async function upsertEpisode(
  db: Db,
  id: string,
  episode: { seriesId: string; number: number; title: Texts },
): Promise<string> {
  const title = JSON.stringify(episode.title);
  const row = await tables(db)
    .insertInto("episode")
    .values({
      id,
      series_id: episode.seriesId,
      number: episode.number,
      title,
      asset_id: null,
      thumbnail: null,
      published_at: null,
    })
    .onConflict((conflict) => conflict.columns(["series_id", "number"]).doUpdateSet({ title }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Whether an episode becomes visible with its film: nobody held it back, it waits for no time of its own or of the plan, and
 * no earlier episode does.
 */
const isShownAtOnce = sql<boolean>`not held and withdrawn_at is null and release_at is null
  and (select release_mode from series where series.id = episode.series_id) = 'at_once'
  and not exists (select from episode as earlier where earlier.series_id = episode.series_id
    and earlier.number < episode.number and earlier.published_at is null
    and (earlier.release_at is not null or earlier.withdrawn_at is not null))`;

/** Locks the series of an episode, so that its film and its time are not set at the same moment. */
export async function lockSeriesOf(trx: Trx, episodeId: string): Promise<void> {
  await sql`select from series where id = (select series_id from episode where id = ${episodeId}) for update`.execute(
    trx,
  );
}

/** Sets the asset of an episode and makes it visible, unless it waits. */
export async function updateEpisodeAsset(
  db: Db,
  id: string,
  asset: { assetId: string; duration: number; thumbnail: Image | null },
  at: Date,
): Promise<string> {
  const row = await tables(db)
    .updateTable("episode")
    .set({
      asset_id: asset.assetId,
      duration: asset.duration,
      thumbnail: asset.thumbnail && JSON.stringify(asset.thumbnail),
      published_at: sql`coalesce(published_at, case when ${isShownAtOnce} then ${at}::timestamptz end)`,
      held: sql`held or (published_at is null and not (${isShownAtOnce}) and release_at is null and withdrawn_at is null
        and (select release_mode from series where series.id = episode.series_id) = 'at_once')`,
    })
    .where("id", "=", id)
    .returning("series_id")
    .executeTakeFirstOrThrow();
  return row.series_id;
}

/** Updates the episode count and publication of a series from its episodes. */
export async function refreshSeries(db: Db, id: string, at: Date): Promise<void> {
  await tables(db)
    .updateTable("series")
    .set({
      episode_count: sql`(select count(*) from episode where series_id = ${id} and published_at is not null)`,
      published_at: sql`coalesce(published_at, case when state = 'live' and exists (select from episode where series_id = ${id} and published_at is not null) then coalesce(first_published_at, ${at}::timestamptz) end)`,
      updated_at: at,
    })
    .where("id", "=", id)
    .execute();
}

/** Sets the publication date of a visible series and returns its id. */
export async function setPublishedAt(
  trx: Trx,
  sourceKey: string,
  publishedAt: Date,
): Promise<string | undefined> {
  const row = await tables(trx)
    .updateTable("series")
    .set({ published_at: publishedAt })
    .where("source_key", "=", sourceKey)
    .where("published_at", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Raises the version of the catalogue and returns it. */
export async function raiseCatalogueVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update catalogue_state set version = version + 1 returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Reads the version of the catalogue. */
export async function findCatalogueVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from catalogue_state ${prepared}`.execute(
    db,
  );
  return rows[0]?.version ?? 0;
}

/** The ids of visible series by their sources, in the order of these. */
export async function findSourceIds(db: Db, sourceKeys: readonly string[]): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom("series")
    .select(["id", "source_key"])
    .where("source_key", "in", sourceKeys)
    .where("published_at", "is not", null)
    .execute();
  const ids = new Map(rows.map((row) => [row.source_key, row.id]));
  return sourceKeys.flatMap((key) => ids.get(key) ?? []);
}
