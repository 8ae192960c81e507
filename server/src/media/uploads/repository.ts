import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { MediaTables, UploadTable } from "../tables.ts";

/** An upload as the rules use it. */
export interface Upload {
  id: string;
  seriesId: string;
  operatorId: string;
  name: string;
  size: number;
  kind: UploadTable["kind"];
  number: number | null;
  /** The episode that it is for; null: the one with its number, which may be new. */
  episodeId: string | null;
  language: string | null;
  state: UploadTable["state"];
  sentence: string | null;
  /** A picture whose part is still to be chosen. */
  waits: boolean;
}

const tables = (db: Db) => db.$extendTables<MediaTables>();

const columns = [
  "id",
  "series_id as seriesId",
  "operator_id as operatorId",
  "name",
  "kind",
  "number",
  "episode_id as episodeId",
  "language",
  "state",
  "sentence",
  "waits",
] as const;
const size = sql<number>`size::float8`.as("size");

/** Returns the upload with this id. */
export async function findUpload(db: Db, id: string): Promise<Upload | undefined> {
  return tables(db).selectFrom("upload").select(columns).select(size).where("id", "=", id).executeTakeFirst();
}

/** Lists the uploads of a series that are under way or were refused. */
export async function listUploads(
  db: Db,
  seriesId: string,
): Promise<(Upload & { state: "receiving" | "checking" | "refused" })[]> {
  return tables(db)
    .selectFrom("upload")
    .select(columns)
    .select(size)
    .$narrowType<{ state: "receiving" | "checking" | "refused" }>()
    .where("series_id", "=", seriesId)
    .where("state", "in", ["receiving", "checking", "refused"])
    .where("waits", "=", false)
    .orderBy("number")
    .orderBy("id")
    .execute();
}

/** A file by what a browser says of it. */
export interface FileMark {
  name: string;
  size: number;
  lastModified: number;
}

/** Returns the uploads of a series that brought this file or are bringing it, the newest first. A picture is always brought anew. */
export async function findSame(
  trx: Trx,
  seriesId: string,
  { name, size: bytes, lastModified }: FileMark,
): Promise<Upload[]> {
  return tables(trx)
    .selectFrom("upload")
    .select(columns)
    .select(size)
    .where("series_id", "=", seriesId)
    .where("name", "=", name)
    .where(sql<boolean>`size = ${bytes}::bigint and last_modified = ${lastModified}::bigint`)
    .where("state", "in", ["receiving", "checking", "done"])
    .where((where) => where.or([where("waits", "=", false), where("state", "=", "receiving")]))
    .orderBy("id", "desc")
    .execute();
}

/** Inserts an upload that waits for its bytes. */
export async function insertUpload(
  trx: Trx,
  upload: Omit<Upload, "state" | "sentence"> & { lastModified: number; at: Date },
): Promise<void> {
  const { id, seriesId, operatorId, name, kind, number, episodeId, language, lastModified, at } = upload;
  await tables(trx)
    .insertInto("upload")
    .values({
      id,
      series_id: seriesId,
      operator_id: operatorId,
      name,
      size: upload.size,
      last_modified: lastModified,
      kind,
      number,
      episode_id: episodeId,
      language,
      state: "receiving",
      waits: upload.waits,
      created_at: at,
      touched_at: at,
    })
    .execute();
}

/** Ends uploads that wait for bytes and would go where a newer file goes now. Returns their ids. */
export async function cancelSlot(
  trx: Trx,
  {
    seriesId,
    kind,
    number,
    episodeId,
    language,
    waits,
  }: Pick<Upload, "seriesId" | "kind" | "number" | "episodeId" | "language" | "waits">,
): Promise<string[]> {
  const rows = await tables(trx)
    .updateTable("upload")
    .set({ state: "cancelled" })
    .where("series_id", "=", seriesId)
    .where("kind", "=", kind)
    .where((where) =>
      episodeId === null
        ? where("number", "is not distinct from", number)
        : where.or([where("episode_id", "=", episodeId), where("number", "is not distinct from", number)]),
    )
    .where("language", "is not distinct from", language)
    .where("waits", "=", waits)
    .where("state", "in", waits ? ["receiving", "received", "refused"] : ["receiving", "refused"])
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** What a file brings to an episode. */
export interface Brought {
  seriesId: string;
  episodeId: string;
  number: number;
  kind: Upload["kind"];
  language: string | null;
}

function ofEpisode({ seriesId, episodeId, number }: Pick<Brought, "seriesId" | "episodeId" | "number">) {
  return sql<boolean>`series_id = ${seriesId} and (episode_id = ${episodeId}
    or (episode_id is null and number = ${number}))`;
}

/** Forgets the uploads that brought an episode what it has no more: the same file is brought anew. */
export async function forgetBrought(trx: Trx, brought: Brought): Promise<void> {
  const { kind, language } = brought;
  await tables(trx)
    .updateTable("upload")
    .set({ state: "cancelled" })
    .where(ofEpisode(brought))
    .where("kind", "=", kind)
    .where("language", "is not distinct from", language)
    .where("state", "=", "done")
    .execute();
}

/**
 * Returns which episode an upload that is being taken in is for by now; undefined when it is over. Keeps it, and those for the
 * same new episode, as they are until the transaction ends.
 */
export async function lockChecking(
  trx: Trx,
  { id, seriesId, number }: Pick<Upload, "id" | "seriesId" | "number">,
): Promise<{ episodeId: string | null } | undefined> {
  const rows = await tables(trx)
    .selectFrom("upload")
    .select(["id", "state", "episode_id as episodeId"])
    .where((where) =>
      where.or([
        where("id", "=", id),
        sql<boolean>`series_id = ${seriesId} and episode_id is null and number = ${number}`,
      ]),
    )
    // In one order, so that two that are taken in at the same time do not wait for each other.
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.find((row) => row.id === id && row.state === "checking");
}

/** Lists the numbers of the episodes that are not there yet and that files are on their way to. */
export async function listArriving(db: Db, seriesId: string): Promise<number[]> {
  const rows = await tables(db)
    .selectFrom("upload")
    .select("number")
    .distinct()
    .where("series_id", "=", seriesId)
    .where("episode_id", "is", null)
    .where("number", "is not", null)
    .where("state", "in", ["receiving", "checking"])
    .orderBy("number")
    .$narrowType<{ number: number }>()
    .execute();
  return rows.map(({ number }) => number);
}

/**
 * Notes the episode that an upload brings something, also for the other files of an episode that is new, whatever its number is
 * when they are here. Those that began before it and brought it the same are over, also one that is still being checked.
 */
export async function noteBrought(trx: Trx, id: string, brought: Brought): Promise<void> {
  const own = await tables(trx)
    .updateTable("upload")
    .set({ episode_id: brought.episodeId })
    .where("id", "=", id)
    .returning("created_at as at")
    .executeTakeFirstOrThrow();
  const { seriesId, episodeId, number, kind, language } = brought;
  await tables(trx)
    .updateTable("upload")
    .set({ episode_id: episodeId })
    .where("series_id", "=", seriesId)
    .where("episode_id", "is", null)
    .where("number", "=", number)
    .where("state", "in", ["receiving", "checking", "refused"])
    .execute();
  await tables(trx)
    .updateTable("upload")
    .set({ state: "cancelled" })
    .where(ofEpisode(brought))
    .where("kind", "=", kind)
    .where("language", "is not distinct from", language)
    .where("state", "in", ["checking", "done"])
    .where("created_at", "<=", own.at)
    .where("id", "<>", id)
    .execute();
}

/**
 * Ends the uploads for an episode that wait for bytes, and returns their ids. What others brought is forgotten: it goes with the
 * episode. `isBusy`: one is being taken in at this moment, and
 * none was ended.
 */
export async function endUploadsOf(
  trx: Trx,
  episode: { seriesId: string; episodeId: string; number: number },
): Promise<{ isBusy: boolean; ended: string[] }> {
  const busy = await tables(trx)
    .selectFrom("upload")
    .select("id")
    .where(ofEpisode(episode))
    .where("state", "=", "checking")
    .executeTakeFirst();
  if (busy) return { isBusy: true, ended: [] };
  const rows = await tables(trx)
    .updateTable("upload")
    .set({ state: "cancelled" })
    .where(ofEpisode(episode))
    .where("state", "in", ["receiving", "refused", "done"])
    .returning("id")
    .execute();
  return { isBusy: false, ended: rows.map(({ id }) => id) };
}

/** Ends every upload into a series that still waits for bytes, or was refused. Returns their ids. */
export async function cancelAll(trx: Trx, seriesId: string): Promise<string[]> {
  const rows = await tables(trx)
    .updateTable("upload")
    .set({ state: "cancelled" })
    .where("series_id", "=", seriesId)
    .where("state", "in", ["receiving", "refused"])
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Changes the state of an upload that is in another; returns whether it was. */
export async function moveUpload(
  db: Db,
  id: string,
  from: UploadTable["state"],
  to: { state: UploadTable["state"]; sentence?: string | null },
): Promise<boolean> {
  const rows = await tables(db)
    .updateTable("upload")
    .set({ state: to.state, sentence: to.sentence ?? null })
    .where("id", "=", id)
    .where("state", "=", from)
    .returning("id")
    .execute();
  return rows.length > 0;
}

/** The states in which the bytes of an upload are needed. */
const WAITING = ["receiving", "received", "checking"] as const;
const LEASE_SECONDS = 35;

/** Takes the lease of an upload: one request at a time writes to its file. Returns false while another has it. */
export async function takeLease(db: Db, id: string, lease: string): Promise<boolean> {
  const rows = await tables(db)
    .updateTable("upload")
    .set({
      lease,
      lease_until: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`,
      touched_at: sql<Date>`now()`,
    })
    .where("id", "=", id)
    .where((where) => where.or([where("lease", "is", null), where("lease_until", "<", sql<Date>`now()`)]))
    .returning("id")
    .execute();
  return rows.length > 0;
}

/** Lists the leases that are held. */
export async function listLeases(db: Db): Promise<{ id: string; lease: string }[]> {
  return tables(db)
    .selectFrom("upload")
    .select(["id", "lease"])
    .where("lease", "is not", null)
    .$narrowType<{ lease: string }>()
    .execute();
}

/** Gives a lease back. */
export async function giveLease(db: Db, id: string, lease: string): Promise<void> {
  await tables(db)
    .updateTable("upload")
    .set({ lease: null, lease_until: null })
    .where("id", "=", id)
    .where("lease", "=", lease)
    .execute();
}

/** Lists the uploads whose bytes are all here. */
export async function listChecking(db: Db): Promise<string[]> {
  const rows = await tables(db).selectFrom("upload").select("id").where("state", "=", "checking").execute();
  return rows.map(({ id }) => id);
}

/** Ends uploads that got no byte for seven days. */
export async function cancelForgotten(db: Db): Promise<void> {
  await tables(db)
    .updateTable("upload")
    .set({ state: "cancelled" })
    .where("state", "in", WAITING)
    .where("touched_at", "<", sql<Date>`now() - interval '7 days'`)
    .execute();
}

/** Returns which of these uploads still need their bytes. */
export async function listWaiting(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tables(db)
    .selectFrom("upload")
    .select("id")
    .where("id", "in", ids)
    .where("state", "in", WAITING)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
