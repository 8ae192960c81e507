import type { Image } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import type { EncodeProgress } from "./encode.ts";
import type { Profile } from "./ladder.ts";
import type { PreparedAsset } from "./prepare.ts";
import type { AssetState, MediaTables } from "./tables.ts";

/** An asset as the business rules use it. */
export interface Asset {
  id: string;
  sourceHash: string;
  profile: Profile;
  name: string;
  state: AssetState;
  duration: number | null;
  progress: EncodeProgress | null;
  error: string | null;
  art: AssetArt | null;
}

/** Pictures from an asset's frame. Poster and cover are set only if a series needed them. */
export interface AssetArt {
  thumbnail: Image;
  poster: Image | null;
  cover: Image | null;
}

/** An episode that has or waits for an asset. */
export interface AssetEpisode {
  episodeId: string;
  seriesId: string;
  number: number;
}

/** A caption file of an episode; `file` is its name in the asset's folder. */
export interface Caption {
  language: string;
  file: string;
}

const tables = (db: Db) => db.$extendTables<MediaTables>();

const columns = [
  "id",
  "source_hash as sourceHash",
  "profile",
  "name",
  "state",
  "duration",
  "progress",
  "error",
  "thumbnail",
  "poster",
  "cover",
] as const;

/** Inserts the asset of a source, or returns the existing one. */
export async function saveAsset(
  db: Db,
  asset: { id: string; sourceHash: string; profile: Profile; name: string },
  at: Date,
): Promise<Asset> {
  await tables(db)
    .insertInto("asset")
    .values({
      id: asset.id,
      source_hash: asset.sourceHash,
      profile: asset.profile,
      name: asset.name,
      state: "queued",
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(["source_hash", "profile"]).doNothing())
    .execute();
  return assetOf(await selectAssetOf(db, asset).forUpdate().executeTakeFirstOrThrow());
}

/** Returns the assets with these ids, in no particular order. */
export async function findAssets(db: Db, ids: readonly string[]): Promise<Asset[]> {
  if (ids.length === 0) return [];
  return (await selectAsset(db).where("id", "in", ids).execute()).map(assetOf);
}

/** Returns the asset of a source that an episode is about to have. The cleanup leaves one that no episode has for another day. */
export async function reuseAsset(db: Db, sourceHash: string, profile: Profile): Promise<Asset | undefined> {
  const left = tables(db).updateTable("asset").where("orphaned_at", "is not", null);
  await left
    .set({ orphaned_at: null })
    .where("source_hash", "=", sourceHash)
    .where("profile", "=", profile)
    .execute();
  const row = await selectAssetOf(db, { sourceHash, profile }).executeTakeFirst();
  return row && assetOf(row);
}

/** Returns the hashes of sources that are still to be encoded, or may be again because an episode waits for them. */
export async function listWaitingHashes(db: Db): Promise<Set<string>> {
  const rows = await tables(db)
    .selectFrom("asset")
    .select("source_hash")
    .where(
      sql<boolean>`state in ('queued', 'encoding') or
        (state = 'failed' and exists (select from asset_episode where asset_id = asset.id))`,
    )
    .execute();
  return new Set(rows.map((row) => row.source_hash));
}

/** Returns the full description of a ready asset. */
export async function findPrepared(db: Db, id: string): Promise<PreparedAsset | undefined> {
  const row = await tables(db)
    .selectFrom("asset")
    .select(["duration", "width", "height", "bytes", "renditions"])
    .where("id", "=", id)
    .where("state", "=", "ready")
    .executeTakeFirst();
  if (!row) return undefined;
  const { duration, width, height, bytes, renditions } = row;
  return {
    duration: duration ?? 0,
    width: width ?? 0,
    height: height ?? 0,
    bytes: Number(bytes),
    renditions: renditions ?? [],
  };
}

/** Queues a failed asset again, under the current name of its source. */
export async function retryAsset(db: Db, id: string, name: string): Promise<void> {
  await tables(db)
    .updateTable("asset")
    .set({ state: "queued", error: null, cancelled_at: null, progress: null, name })
    .where("id", "=", id)
    .where("state", "=", "failed")
    .execute();
}

/** Marks an asset failed, with a sentence for the operator. */
export async function failAsset(db: Db, id: string, error: string): Promise<void> {
  await tables(db)
    .updateTable("asset")
    .set({ state: "failed", error, progress: null, worker: null })
    .where("id", "=", id)
    .where("state", "!=", "ready")
    .execute();
}

/** Adds the poster and cover to a ready asset that was made without them. */
export async function savePosterArt(db: Db, id: string, art: { poster: Image; cover: Image }): Promise<void> {
  await tables(db)
    .updateTable("asset")
    .set({ poster: JSON.stringify(art.poster), cover: JSON.stringify(art.cover) })
    .where("id", "=", id)
    .execute();
}

/** Stores the progress of an encode. */
export async function setAssetProgress(db: Db, id: string, progress: EncodeProgress): Promise<void> {
  await tables(db)
    .updateTable("asset")
    .set({ progress: JSON.stringify(progress) })
    .where("id", "=", id)
    .where("state", "=", "encoding")
    .execute();
}

/** Marks an asset ready and stores its description. */
export async function finishAsset(
  db: Db,
  id: string,
  { prepared, art, readyAt }: { prepared: PreparedAsset; art: AssetArt; readyAt: Date },
): Promise<void> {
  await tables(db)
    .updateTable("asset")
    .set({
      state: "ready",
      error: prepared.warning ?? null,
      progress: null,
      duration: prepared.duration,
      width: prepared.width,
      height: prepared.height,
      bytes: prepared.bytes,
      renditions: JSON.stringify(prepared.renditions),
      thumbnail: JSON.stringify(art.thumbnail),
      poster: art.poster && JSON.stringify(art.poster),
      cover: art.cover && JSON.stringify(art.cover),
      worker: null,
      ready_at: readyAt,
    })
    .where("id", "=", id)
    .execute();
}

/** Assigns an asset to an episode, replacing any earlier one. Returns false if nothing changed. */
export async function saveAssetEpisode(
  db: Db,
  assetId: string,
  { fileName = null, ...episode }: AssetEpisode & { fileName?: string | null },
): Promise<boolean> {
  const rows = await tables(db)
    .insertInto("asset_episode")
    .values({
      episode_id: episode.episodeId,
      series_id: episode.seriesId,
      number: episode.number,
      asset_id: assetId,
      file_name: fileName,
    })
    .onConflict((conflict) =>
      conflict
        .column("episode_id")
        .doUpdateSet({ asset_id: assetId, file_name: fileName })
        .where("asset_episode.asset_id", "!=", assetId),
    )
    .returning("episode_id")
    .execute();
  return rows.length > 0;
}

/** Lists the episodes that play an asset, by series and number. */
export async function listAssetEpisodes(db: Db, assetId: string): Promise<AssetEpisode[]> {
  return tables(db)
    .selectFrom("asset_episode")
    .select(["episode_id as episodeId", "series_id as seriesId", "number"])
    .where("asset_id", "=", assetId)
    .orderBy("series_id")
    .orderBy("number")
    .execute();
}

/** Removes the videos and captions of episodes. */
export async function removeAssetEpisodes(db: Db, episodeIds: readonly string[]): Promise<void> {
  if (episodeIds.length === 0) return;
  await tables(db).deleteFrom("asset_episode").where("episode_id", "in", episodeIds).execute();
  await tables(db).deleteFrom("caption").where("episode_id", "in", episodeIds).execute();
}

/** Lists the episodes of a series that have or wait for a video, by number, with the video's state. */
export async function listSeriesAssets(
  db: Db,
  seriesId: string,
): Promise<{ episodeId: string; number: number; assetId: string; state: AssetState }[]> {
  return tables(db)
    .selectFrom("asset_episode")
    .innerJoin("asset", "asset.id", "asset_episode.asset_id")
    .select(["episode_id as episodeId", "number", "asset_id as assetId", "state"])
    .where("series_id", "=", seriesId)
    .orderBy("number")
    .execute();
}

/**
 * Claims the poster of a series for a frame of an episode, or with number 0 for a supplied picture.
 * @returns false if the series has a supplied poster or a frame of an earlier episode
 */
export async function claimSeriesArt(
  db: Db,
  seriesId: string,
  number: number,
  sourceHash: string | null = null,
): Promise<boolean> {
  const values = { episode_number: number, source_hash: sourceHash };
  const rows = await tables(db)
    .insertInto("series_art")
    .values({ series_id: seriesId, ...values })
    .onConflict((conflict) =>
      conflict.column("series_id").doUpdateSet(values).where("series_art.episode_number", ">=", number),
    )
    .returning("series_id")
    .execute();
  return rows.length > 0;
}

/**
 * Returns where the poster of a series comes from: the number of an episode, or 0 and the hash of the supplied
 * picture.
 */
export async function findSeriesArt(
  db: Db,
  seriesId: string,
): Promise<{ number: number; sourceHash: string | null } | undefined> {
  return tables(db)
    .selectFrom("series_art")
    .select(["episode_number as number", "source_hash as sourceHash"])
    .where("series_id", "=", seriesId)
    .executeTakeFirst();
}

/** Forgets the supplied picture of a series, so that a frame may replace it. */
export async function releaseSeriesArt(db: Db, seriesId: string): Promise<void> {
  await tables(db).deleteFrom("series_art").where("series_id", "=", seriesId).execute();
}

/** Returns whether a series would use a frame of this asset as its poster. */
export async function wantsPoster(db: Db, assetId: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom("asset_episode")
    .leftJoin("series_art", "series_art.series_id", "asset_episode.series_id")
    .select("asset_episode.asset_id")
    .where("asset_episode.asset_id", "=", assetId)
    .where((where) =>
      where.or([
        where("series_art.series_id", "is", null),
        where("series_art.episode_number", ">=", where.ref("asset_episode.number")),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the captions of an episode in all other languages. Returns false if there were none. */
export async function removeOtherCaptions(
  db: Db,
  episodeId: string,
  languages: readonly string[],
): Promise<boolean> {
  const rows = await tables(db)
    .deleteFrom("caption")
    .where("episode_id", "=", episodeId)
    .where("language", "not in", languages.length > 0 ? languages : [""])
    .returning("language")
    .execute();
  return rows.length > 0;
}

/**
 * Saves the captions of an episode in one language; `body` is the complete WebVTT. Returns false if they are
 * unchanged.
 */
export async function saveCaption(
  db: Db,
  caption: Caption & { episodeId: string; body: string },
): Promise<boolean> {
  const { episodeId, language, file, body } = caption;
  const rows = await tables(db)
    .insertInto("caption")
    .values({ episode_id: episodeId, language, file, body })
    .onConflict((conflict) =>
      conflict
        .columns(["episode_id", "language"])
        .doUpdateSet({ file, body })
        .where("caption.file", "!=", file),
    )
    .returning("episode_id")
    .execute();
  return rows.length > 0;
}

/** Lists the captions of an episode. Their files are in its asset's folder. */
export async function listCaptions(db: Db, episodeId: string): Promise<Caption[]> {
  return tables(db)
    .selectFrom("caption")
    .select(["language", "file"])
    .where("episode_id", "=", episodeId)
    .orderBy("language")
    .execute();
}

/** Lists file names and texts of all captions of the episodes that play an asset. */
export async function listCaptionFiles(db: Db, assetId: string): Promise<{ file: string; body: string }[]> {
  return tables(db)
    .selectFrom("caption")
    .innerJoin("asset_episode", "asset_episode.episode_id", "caption.episode_id")
    .select(["caption.file", "caption.body"])
    .where("asset_episode.asset_id", "=", assetId)
    .execute();
}

/** Returns the hash of the last bundle that was imported with this key. */
export async function findBundleHash(db: Db, key: string): Promise<string | undefined> {
  const row = await tables(db).selectFrom("bundle").select("hash").where("key", "=", key).executeTakeFirst();
  return row?.hash;
}

/** Stores the hash of an imported bundle. */
export async function saveBundleHash(db: Db, key: string, hash: string): Promise<void> {
  await tables(db)
    .insertInto("bundle")
    .values({ key, hash })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ hash }))
    .execute();
}

function selectAsset(db: Db) {
  return tables(db).selectFrom("asset").select(columns);
}

function selectAssetOf(db: Db, { sourceHash, profile }: Pick<Asset, "sourceHash" | "profile">) {
  return selectAsset(db).where("source_hash", "=", sourceHash).where("profile", "=", profile);
}

type AssetRow = Omit<Asset, "art"> & { [key in keyof AssetArt]: Image | null };

function assetOf({ thumbnail, poster, cover, ...asset }: AssetRow): Asset {
  return { ...asset, art: thumbnail && { thumbnail, poster, cover } };
}
