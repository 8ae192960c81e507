import type { Image } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import { webConnectionName } from "#platform/machine";
import type { MediaTables } from "../tables.ts";

/** A process that encodes. `host` identifies its machine and process namespace, in which `pid` is valid. */
export interface Worker {
  id: string;
  host: string;
  pid: number;
}

const tables = (db: Db) => db.$extendTables<MediaTables>();

/** Records a worker's heartbeat. Uses the database's clock, because it is the same for all hosts. */
export async function markWorker(db: Db, { id, host, pid }: Worker): Promise<void> {
  await tables(db)
    .insertInto("media_worker")
    .values({ id, host, pid, seen_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: sql<Date>`now()` }))
    .execute();
  await tables(db)
    .deleteFrom("media_worker")
    .where("seen_at", "<", sql<Date>`now() - interval '1 hour'`)
    .execute();
}

/** Removes a worker that stopped or is dead. */
export async function removeWorker(db: Db, id: string): Promise<void> {
  await tables(db).deleteFrom("media_worker").where("id", "=", id).execute();
}

/** Lists the workers of a host. */
export async function listWorkers(db: Db, host: string): Promise<Worker[]> {
  return tables(db)
    .selectFrom("media_worker")
    .select(["id", "host", "pid"])
    .where("host", "=", host)
    .execute();
}

/** Selects the ids of workers with a heartbeat in the last `seconds`. */
function alive(db: Db, seconds: number) {
  return tables(db)
    .selectFrom("media_worker")
    .select("id")
    .where("seen_at", ">", sql<Date>`now() - make_interval(secs => ${seconds})`);
}

/** Returns whether any worker had a heartbeat in the last `seconds`. */
export async function isWorkerAlive(db: Db, seconds: number): Promise<boolean> {
  return (await alive(db, seconds).limit(1).executeTakeFirst()) !== undefined;
}

/** Returns whether a web process of this machine is connected to the database. */
export async function isWebHere(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = ${webConnectionName} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Lists the assets that have been waiting longest, by id. */
export async function listQueued(db: Db, limit: number): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom("asset")
    .select("id")
    .where("state", "=", "queued")
    .orderBy("created_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the priority of an asset. */
export async function findPriority(db: Db, id: string): Promise<number> {
  const row = await tables(db).selectFrom("asset").select("priority").where("id", "=", id).executeTakeFirst();
  return row?.priority ?? 0;
}

/**
 * Claims a queued asset for a worker, or one that this worker claimed before and could not release: the database was away. Returns
 * false if another worker was first or it no longer waits.
 */
export async function claimAsset(db: Db, id: string, worker: string): Promise<boolean> {
  const rows = await tables(db)
    .updateTable("asset")
    .set({ state: "encoding", worker, error: null, progress: null })
    .where("id", "=", id)
    .where(({ and, eb, or }) =>
      or([eb("state", "=", "queued"), and([eb("state", "=", "encoding"), eb("worker", "=", worker)])]),
    )
    .returning("id")
    .execute();
  return rows.length > 0;
}

/** Returns whether the asset still belongs to this worker. Within a transaction it locks the row. */
export async function holdClaim(db: Db, id: string, worker: string): Promise<boolean> {
  return (await claimOf(db, id, worker).forUpdate().executeTakeFirst()) !== undefined;
}

/** Returns whether the asset still belongs to this worker, without a lock. */
export async function hasClaim(db: Db, id: string, worker: string): Promise<boolean> {
  return (await claimOf(db, id, worker).executeTakeFirst()) !== undefined;
}

function claimOf(db: Db, id: string, worker: string) {
  return tables(db)
    .selectFrom("asset")
    .select("id")
    .where("id", "=", id)
    .where("state", "=", "encoding")
    .where("worker", "=", worker);
}

/** Returns an asset to the queue, and whether this worker still had it; `why` tells the operator what it waits for. */
export async function releaseAsset(
  db: Db,
  id: string,
  worker: string,
  why: string | null = null,
): Promise<boolean> {
  const rows = await tables(db)
    .updateTable("asset")
    .set({ state: "queued", worker: null, progress: null, error: why })
    .where("id", "=", id)
    .where("state", "=", "encoding")
    .where("worker", "=", worker)
    .returning("id")
    .execute();
  return rows.length > 0;
}

/** Queues the assets of workers that are gone or silent for `seconds`, and returns their ids. */
export async function requeueLost(db: Db, seconds: number): Promise<string[]> {
  const rows = await tables(db)
    .updateTable("asset")
    .set({ state: "queued", worker: null, progress: null })
    .where("state", "=", "encoding")
    .where((where) => where.or([where("worker", "is", null), where("worker", "not in", alive(db, seconds))]))
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

/** Lists assets that are assigned to no episode. */
export async function listUnassigned(db: Db): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom("asset")
    .select("id")
    .where((where) => where.not(isAssigned(db)))
    .execute();
  return rows.map((row) => row.id);
}

function isAssigned(db: Db) {
  const episodes = tables(db)
    .selectFrom("asset_episode")
    .whereRef("asset_episode.asset_id", "=", sql.ref("asset.id"));
  return sql<boolean>`exists (${episodes.select("asset_episode.asset_id")})`;
}

/** Marks these assets as orphaned from now on, unless already marked, and clears the mark of all others. */
export async function markOrphans(db: Db, ids: readonly string[], at: Date): Promise<void> {
  const list = ids.length > 0 ? ids : [""];
  await tables(db)
    .updateTable("asset")
    .set({ orphaned_at: null })
    .where("orphaned_at", "is not", null)
    .where("id", "not in", list)
    .execute();
  await tables(db)
    .updateTable("asset")
    .set({ orphaned_at: at })
    .where("orphaned_at", "is", null)
    .where("id", "in", list)
    .execute();
}

/** Deletes assets that have been orphaned since before `until`, and returns the files to remove. */
export async function deleteOrphans(
  db: Db,
  until: Date,
): Promise<{ id: string; sourceHash: string; images: (Image | null)[] }[]> {
  const rows = await tables(db)
    .deleteFrom("asset")
    .where("orphaned_at", "<", until)
    .where("state", "!=", "encoding")
    .where((where) => where.not(isAssigned(db)))
    .returning(["id", "source_hash as sourceHash", "thumbnail", "poster", "cover"])
    .execute();
  return rows.map(({ id, sourceHash, ...images }) => ({ id, sourceHash, images: Object.values(images) }));
}

/** Returns which of these ids are assets. */
export async function listKnown(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tables(db).selectFrom("asset").select("id").where("id", "in", ids).execute();
  return new Set(rows.map((row) => row.id));
}

/** Returns whether an asset shows the picture with this URL. */
export async function isArtUsed(db: Db, url: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom("asset")
    .select("id")
    .where(sql<boolean>`${url} in (thumbnail ->> 'url', poster ->> 'url', cover ->> 'url')`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
