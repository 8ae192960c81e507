import type { PreviewRole } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { EpisodeRow } from "../repository.ts";
import type { CatalogueTables } from "../tables.ts";

const tables = (db: Db) => db.$extendTables<CatalogueTables>();

/** A preview that is open. */
export interface PreviewRow {
  id: string;
  series_id: string;
  made_at: Date;
  made_by: string;
  ends_at: Date;
}

const columns = ["id", "series_id", "made_at", "made_by", "ends_at"] as const;

function open(db: Db, now: Date) {
  return tables(db)
    .selectFrom("preview")
    .select(columns)
    .where("ended_at", "is", null)
    .where("ends_at", ">", now);
}

/** Returns the open preview with this code, or of this series. */
export async function findPreview(
  db: Db,
  by: { codeHash: Buffer } | { seriesId: string } | { id: string },
  now: Date,
): Promise<PreviewRow | undefined> {
  const query = open(db, now);
  if ("codeHash" in by) return query.where("code_hash", "=", by.codeHash).executeTakeFirst();
  if ("id" in by) return query.where("id", "=", by.id).executeTakeFirst();
  return query.where("series_id", "=", by.seriesId).executeTakeFirst();
}

/** Inserts a preview. */
export async function insertPreview(trx: Trx, preview: PreviewRow & { code_hash: Buffer }): Promise<void> {
  await tables(trx).insertInto("preview").values(preview).execute();
}

/** Ends the previews of a series. Returns which of them somebody could still open. */
export async function endPreviews(trx: Trx, seriesId: string, now: Date): Promise<string[]> {
  const rows = await tables(trx)
    .updateTable("preview")
    .set({ ended_at: now })
    .where("series_id", "=", seriesId)
    .where("ended_at", "is", null)
    .returning(["id", "ends_at"])
    .execute();
  return rows.filter(({ ends_at }) => ends_at > now).map(({ id }) => id);
}

/** Notes that somebody opened a preview. */
export async function insertOpening(
  db: Db,
  opening: { preview_id: string; at: Date; seen_as: PreviewRole; device: string },
): Promise<void> {
  await tables(db).insertInto("preview_opening").values(opening).execute();
}

/** Lists the newest openings of a preview. */
export async function listOpenings(db: Db, previewId: string, limit: number) {
  return tables(db)
    .selectFrom("preview_opening")
    .select(["at", "seen_as as seenAs", "device"])
    .where("preview_id", "=", previewId)
    .orderBy("at", "desc")
    .limit(limit)
    .execute();
}

/** Counts the openings of a preview. */
export async function countOpenings(db: Db, previewId: string): Promise<number> {
  const { count } = await tables(db)
    .selectFrom("preview_opening")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("preview_id", "=", previewId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the episodes of a series that have a film, visible or not. */
export async function listFilmedEpisodes(
  db: Db,
  seriesId: string,
): Promise<Omit<EpisodeRow, "free" | "withdrawn">[]> {
  return tables(db)
    .selectFrom("episode")
    .select(["id", "series_id", "number", "title", "duration", "thumbnail", "published_at"])
    .select(sql<string>`asset_id`.as("asset_id"))
    .where("series_id", "=", seriesId)
    .where("asset_id", "is not", null)
    .orderBy("number")
    .execute();
}

/** Returns the names of tags. */
export async function listTagsOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tables(db).selectFrom("tag").select(["id", "name"]).where("id", "in", ids).execute();
}

/** Returns the film of an episode that a preview shows; undefined when the preview is over. */
export async function findPreviewedAsset(
  db: Db,
  previewId: string,
  episodeId: string,
  now: Date,
): Promise<string | undefined> {
  const row = await open(db, now)
    .clearSelect()
    .innerJoin("episode", "episode.series_id", "preview.series_id")
    .select(sql<string | null>`episode.asset_id`.as("assetId"))
    .where("preview.id", "=", previewId)
    .where("episode.id", "=", episodeId)
    .executeTakeFirst();
  return row?.assetId ?? undefined;
}
