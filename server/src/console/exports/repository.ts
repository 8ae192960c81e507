import { type Selectable, type SqlBool, sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { ExportTables } from "./tables.ts";

const tables = (db: Db) => db.$extendTables<ExportTables>();

/** An export as stored. */
export type ExportRow = Selectable<ExportTables["console_export"]>;

/** Returns the export that a request began before. */
export async function findBegun(
  db: Db,
  { operatorId, requestKey }: { operatorId: string; requestKey: string },
): Promise<ExportRow | undefined> {
  return tables(db)
    .selectFrom("console_export")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("request_key", "=", requestKey)
    .executeTakeFirst();
}

/** Inserts an export; false when the same request is beginning it at this moment. */
export async function insertExport(trx: Trx, row: ExportRow): Promise<boolean> {
  const inserted = await tables(trx)
    .insertInto("console_export")
    .values({ ...row, params: JSON.stringify(row.params) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Lists the exports of an operator, the newest first. */
export async function listExports(
  db: Db,
  operatorId: string,
  now: Date,
  limit: number,
): Promise<ExportRow[]> {
  return tables(db)
    .selectFrom("console_export")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("ends_at", ">", now)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Returns an export of an operator: nobody else finds it. */
export async function findOwn(
  db: Db,
  { id, operatorId, now }: { id: string; operatorId: string; now: Date },
): Promise<ExportRow | undefined> {
  return tables(db)
    .selectFrom("console_export")
    .selectAll()
    .where("id", "=", id)
    .where("operator_id", "=", operatorId)
    .where("ends_at", ">", now)
    .executeTakeFirst();
}

/** Returns an export, whoever made it. */
export async function findExport(db: Db, id: string): Promise<ExportRow | undefined> {
  return tables(db).selectFrom("console_export").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Counts the exports of an operator that are not ready. */
export async function countOpen(db: Db, operatorId: string): Promise<number> {
  const { count } = await tables(db)
    .selectFrom("console_export")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("operator_id", "=", operatorId)
    .where("state", "in", ["waiting", "running"])
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns whether an export waits, or some are over, as a condition of due work. */
export function hasWork(now: Date) {
  return sql<SqlBool>`(exists (select from console_export where state in ('waiting', 'running'))
    or exists (select from console_export where ends_at <= ${now}))`;
}

/** Locks the oldest export that waits and that no other process makes. The lock ends with the transaction. */
export async function takeWaiting(trx: Trx): Promise<ExportRow | undefined> {
  return tables(trx)
    .selectFrom("console_export")
    .selectAll()
    .where("state", "in", ["waiting", "running"])
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Adds a part of the file. */
export async function insertPart(trx: Trx, id: string, n: number, text: string): Promise<void> {
  await tables(trx).insertInto("console_export_part").values({ export_id: id, n, text }).execute();
}

/** Stores how an export ended. */
export async function endExport(
  trx: Trx,
  id: string,
  end: { state: "done" | "failed"; rows: number | null },
): Promise<void> {
  await tables(trx).updateTable("console_export").set(end).where("id", "=", id).execute();
}

/** Returns the file of an export. */
export async function readParts(db: Db, id: string): Promise<string> {
  const parts = await tables(db)
    .selectFrom("console_export_part")
    .select("text")
    .where("export_id", "=", id)
    .orderBy("n")
    .execute();
  return parts.map(({ text }) => text).join("");
}

/** Deletes the exports that can no longer be loaded; returns how many. */
export async function deleteEnded(db: Db, now: Date): Promise<number> {
  const deleted = await tables(db)
    .deleteFrom("console_export")
    .where("ends_at", "<=", now)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
