import type { Image, SeriesState } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { CatalogueTables, ReleaseMode, Texts } from "../tables.ts";

const tables = (db: Db) => db.$extendTables<CatalogueTables>();

/** What a release needs to know of a series. */
export interface ReleasingRow {
  id: string;
  title: Texts;
  language: string;
  state: SeriesState;
  mode: ReleaseMode;
}

/** Returns a series, and locks it: plans, releases and new films of one series happen one after the other. */
export async function lockReleasing(trx: Trx, id: string): Promise<ReleasingRow | undefined> {
  return tables(trx)
    .selectFrom("series")
    .select(["id", "title", "language", "state", "release_mode as mode"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns series without locking them, with their posters. */
export async function listReleasingSeries(
  db: Db,
  ids: readonly string[],
): Promise<(ReleasingRow & { poster: Image | null })[]> {
  if (ids.length === 0) return [];
  return tables(db)
    .selectFrom("series")
    .select(["id", "title", "language", "state", "release_mode as mode", "poster"])
    .where("id", "in", ids)
    .execute();
}

/** An episode with what decides when it may be released. */
export interface ReleasingEpisode {
  id: string;
  seriesId: string;
  title: Texts;
  number: number;
  /** Whether its film is encoded. */
  isReady: boolean;
  isReleased: boolean;
  isHeld: boolean;
  releaseAt: Date | null;
  withdrawnAt: Date | null;
}

/** Lists all episodes of a series by number. */
export async function listReleasing(db: Db, seriesId: string): Promise<ReleasingEpisode[]> {
  return listReleasingOf(db, [seriesId]);
}

/** Lists all episodes of several series by number. */
export async function listReleasingOf(db: Db, seriesIds: readonly string[]): Promise<ReleasingEpisode[]> {
  if (seriesIds.length === 0) return [];
  return tables(db)
    .selectFrom("episode")
    .select(["id", "series_id as seriesId", "number", "title"])
    .select(["held as isHeld", "release_at as releaseAt", "withdrawn_at as withdrawnAt"])
    .select([
      sql<boolean>`asset_id is not null`.as("isReady"),
      sql<boolean>`published_at is not null`.as("isReleased"),
    ])
    .where("series_id", "in", seriesIds)
    .orderBy("number")
    .execute();
}

/** Sets the time that episodes wait for. */
export async function saveReleaseAt(trx: Trx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tables(trx).updateTable("episode").set({ release_at: at }).where("id", "in", ids).execute();
}

/** Takes the time from episodes that are not released: they wait until an operator publishes them or gives them another. */
export async function clearReleaseAt(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tables(trx)
    .updateTable("episode")
    .set({ release_at: null, held: true })
    .where("id", "in", ids)
    .where("published_at", "is", null)
    .execute();
}

/** Makes a series live, with every episode that has a film and neither waits for a time nor follows one that does. */
export async function publishHeld(trx: Trx, id: string, at: Date): Promise<void> {
  await tables(trx)
    .updateTable("series")
    .set({ state: "live", withdrawn_at: null, closed: false })
    .where("id", "=", id)
    .execute();
  await tables(trx)
    .updateTable("episode")
    .set({
      held: false,
      published_at: sql`coalesce(published_at, case when (select release_mode from series where id = ${id}) = 'at_once'
        then ${at}::timestamptz end)`,
    })
    .where("series_id", "=", id)
    .where("asset_id", "is not", null)
    .where("held", "=", true)
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom("episode as waiting")
            .select("waiting.id")
            .where("waiting.series_id", "=", id)
            .whereRef("waiting.number", "<=", ref("episode.number"))
            .where("waiting.published_at", "is", null)
            .where(({ or, eb }) =>
              or([eb("waiting.release_at", "is not", null), eb("waiting.withdrawn_at", "is not", null)]),
            ),
        ),
      ),
    )
    .execute();
}

/** Makes episodes visible. */
export async function publishNow(trx: Trx, ids: readonly string[], at: Date): Promise<void> {
  await tables(trx)
    .updateTable("episode")
    .set({ published_at: at, held: false, withdrawn_at: null })
    .where("id", "in", ids)
    .where("published_at", "is", null)
    .execute();
}

/** Hides episodes whose release is taken back, and their series with the last one. */
export async function withdrawNow(
  trx: Trx,
  seriesId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await tables(trx)
    .updateTable("episode")
    .set({ published_at: null, release_at: null, withdrawn_at: at })
    .where("series_id", "=", seriesId)
    .where("id", "in", ids)
    .execute();
  await sql`
    update series set last_release_at = (
        select max(published_at) from episode where series_id = ${seriesId} and release_at is not null),
      published_at = case when exists (
        select from episode where series_id = ${seriesId} and published_at is not null) then published_at end
    where id = ${seriesId}`.execute(trx);
}

/** Sets when the next episodes come, and when the last ones came if that is now. */
export async function saveReleases(
  trx: Trx,
  seriesId: string,
  { next, last }: { next: Date | null; last?: Date },
): Promise<void> {
  await tables(trx)
    .updateTable("series")
    .set({ next_release_at: next, ...(last ? { last_release_at: last } : {}) })
    .where("id", "=", seriesId)
    .execute();
}

/** Sets what releases the episodes of a series. */
export async function saveReleaseMode(trx: Trx, seriesId: string, mode: ReleaseMode): Promise<void> {
  await tables(trx).updateTable("series").set({ release_mode: mode }).where("id", "=", seriesId).execute();
}

/** Holds encoded episodes that wait for neither a time nor a plan: publishing the series shows them. */
export async function holdUnplanned(trx: Trx, seriesId: string): Promise<void> {
  await tables(trx)
    .updateTable("episode")
    .set({ held: true })
    .where("series_id", "=", seriesId)
    .where("published_at", "is", null)
    .where("release_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("asset_id", "is not", null)
    .execute();
}

/** Series with an active plan and episodes that it gave no time yet, as SQL. */
const unplanned = sql`from series join episode on episode.series_id = series.id
  where series.release_mode = 'planned' and episode.published_at is null and episode.release_at is null
    and episode.withdrawn_at is null and not episode.held`;

/** Returns whether an active plan has episodes to give a time, as SQL. */
export function hasUnplanned() {
  return sql<boolean>`exists (select ${unplanned})`;
}

/** Lists series whose active plan has episodes to give a time, without those that could not be given one before. */
export async function listUnplanned(
  db: Db,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct series.id ${unplanned} and series.id <> all(${except}::text[]) order by series.id
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
