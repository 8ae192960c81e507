import type { Bulk, BulkAct } from "@cliffhanger/contract";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "#platform/actor";
import type { Db, Trx } from "#platform/db/database";
import type { BulkTables } from "./tables.ts";

type Outcome = Bulk["rows"][number]["outcome"];

const tables = (db: Db) => db.$extendTables<BulkTables>();
const KEPT_DAYS = 30;

/** Returns the id of the act that a request began before. */
export async function findBegun(
  db: Db,
  { operatorId, requestKey }: { operatorId: string; requestKey: string },
): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom("series_bulk")
    .select("id")
    .where("operator_id", "=", operatorId)
    .where("request_key", "=", requestKey)
    .executeTakeFirst();
  return row?.id;
}

/** Inserts an act with its series; false when the same request is beginning it at this moment. */
export async function insertBulk(
  trx: Trx,
  bulk: { id: string; operatorId: string; requestKey: string; actor: Actor; act: BulkAct; at: Date },
  seriesIds: readonly string[],
): Promise<boolean> {
  const { id, operatorId, requestKey, actor, act, at } = bulk;
  const inserted = await tables(trx)
    .insertInto("series_bulk")
    .values({
      id,
      operator_id: operatorId,
      request_key: requestKey,
      actor: JSON.stringify(actor),
      act: JSON.stringify(act),
      total: seriesIds.length,
      created_at: at,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return false;
  await sql`insert into series_bulk_row (bulk_id, series_id)
    select ${id}, id from series where id = any(${[...seriesIds]}::text[])`.execute(trx);
  const limit = new Date(at.getTime() - KEPT_DAYS * 86_400_000);
  await tables(trx).deleteFrom("series_bulk").where("created_at", "<", limit).execute();
  return true;
}

/** An act with its progress. */
export interface BulkRow {
  id: string;
  act: BulkAct;
  actor: Actor;
  total: number;
  createdAt: Date;
  endedAt: Date | null;
}

function bulks(db: Db) {
  return tables(db)
    .selectFrom("series_bulk")
    .select(["id", "act", "actor", "total", "created_at as createdAt", "ended_at as endedAt"]);
}

/** Returns an act that an operator began. */
export async function findBulk(db: Db, id: string): Promise<BulkRow | undefined> {
  return bulks(db).where("id", "=", id).executeTakeFirst();
}

/** Returns whether an act has series that wait, as SQL. */
export function hasOpen() {
  return sql<SqlBool>`exists (select from series_bulk where ended_at is null)`;
}

/** Lists the acts that have not ended, the oldest first. */
export async function listOpen(db: Db): Promise<BulkRow[]> {
  return bulks(db).where("ended_at", "is", null).orderBy("created_at").orderBy("id").execute();
}

/** Lists series that wait. */
export async function listWaiting(db: Db, bulkId: string, limit: number): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom("series_bulk_row")
    .select("series_id")
    .where("bulk_id", "=", bulkId)
    .where("outcome", "is", null)
    .orderBy("series_id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.series_id);
}

/** Claims series that wait; those that another process has, or that are done, are left out. */
export async function claim(trx: Trx, bulkId: string, seriesIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ series_id: string }>`select series_id from series_bulk_row
    where bulk_id = ${bulkId} and series_id = any(${[...seriesIds]}::text[]) and outcome is null
    order by series_id for update skip locked`.execute(trx);
  return rows.map(({ series_id }) => series_id);
}

/** How an act ended for a series. */
export interface SeriesOutcome {
  seriesId: string;
  outcome: Outcome;
  sentence?: string;
}

/** Stores how an act ended for series. */
export async function saveOutcomes(
  db: Db,
  bulkId: string,
  outcomes: readonly SeriesOutcome[],
): Promise<void> {
  const stored = JSON.stringify(outcomes);
  await sql`
    update series_bulk_row set outcome = ended.outcome, sentence = ended.sentence
    from jsonb_to_recordset(${stored}::jsonb) as ended ("seriesId" text, outcome text, sentence text)
    where bulk_id = ${bulkId} and series_id = ended."seriesId" and series_bulk_row.outcome is null`.execute(
    db,
  );
}

/** Ends acts of which no series waits any more. */
export async function endDone(db: Db, at: Date): Promise<void> {
  await sql`update series_bulk set ended_at = ${at} where ended_at is null and not exists (
    select from series_bulk_row where bulk_id = series_bulk.id and outcome is null)`.execute(db);
}

/** Counts the series of an act by how it ended for them. */
export async function countOutcomes(
  db: Db,
  bulkId: string,
): Promise<Partial<Record<Outcome | "waiting", number>>> {
  const { rows } = await sql<{ outcome: Outcome | "waiting"; count: number }>`
    select coalesce(outcome, 'waiting') as outcome, count(*)::int as count from series_bulk_row
    where bulk_id = ${bulkId} group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}

/** Lists results, failed ones first; `outcome` only those. */
export async function listOutcomes(
  db: Db,
  bulkId: string,
  { limit, outcome }: { limit: number; outcome?: Outcome },
): Promise<{ seriesId: string; outcome: Outcome; sentence: string | null }[]> {
  const { rows } = await sql<{ seriesId: string; outcome: Outcome; sentence: string | null }>`
    select series_id as "seriesId", outcome, sentence from series_bulk_row
    where bulk_id = ${bulkId} and outcome is not null and (${outcome ?? null}::text is null or outcome = ${outcome ?? null})
    order by array_position(array['failed', 'draft', 'done', 'unchanged'], outcome), series_id limit ${limit}`.execute(
    db,
  );
  return rows;
}
