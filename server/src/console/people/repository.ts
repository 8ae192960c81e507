import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { type Before, pastOf } from "#platform/db/moments";
import { prepared } from "#platform/db/prepared";
import type { PeopleTables } from "./tables.ts";

const tables = (db: Db) => db.$extendTables<PeopleTables>();

/** A note of the team about a person. */
export type NoteRow = PeopleTables["person_note"];

/** Adds a note. */
export async function insertNote(trx: Trx, row: NoteRow): Promise<void> {
  await tables(trx).insertInto("person_note").values(row).execute();
}

/** Lists the notes about a person, the newest first. */
export async function listNotes(db: Db, ids: readonly string[], before: Before): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select id, visitor_id, at, operator_id, text from person_note
    where visitor_id = any(${[...ids]}::text[]) and ${pastOf("at", "id", before)} ${prepared}`.execute(db);
  return rows;
}

/** Notes that an operator looks a subject up in an hour; returns whether this is the first time. */
export async function insertLookUp(trx: Trx, row: PeopleTables["person_look_up"]): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(trx)
    .insertInto("person_look_up")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns whether an operator looked a subject up in an hour already. */
export async function hasLookUp(
  db: Db,
  { operator_id, subject, hour }: Omit<PeopleTables["person_look_up"], "weight">,
): Promise<boolean> {
  const found = await tables(db)
    .selectFrom("person_look_up")
    .select("subject")
    .where("operator_id", "=", operator_id)
    .where("hour", "=", hour)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return found !== undefined;
}

/** Sums the look-ups of an operator in an hour. */
export async function sumLookUps(db: Db, operatorId: string, hour: Date): Promise<number> {
  const row = await tables(db)
    .selectFrom("person_look_up")
    .select((part) => part.fn.sum<number>("weight").as("sum"))
    .where("operator_id", "=", operatorId)
    .where("hour", "=", hour)
    .executeTakeFirst();
  return Number(row?.sum ?? 0);
}

/** Lists the operators who looked many people up in an hour since a moment. */
export async function listLookers(
  db: Db,
  { since, mark }: { since: Date; mark: string },
): Promise<{ operator_id: string; hour: Date }[]> {
  return tables(db)
    .selectFrom("person_look_up")
    .select(["operator_id", "hour"])
    .where("subject", "=", mark)
    .where("hour", ">=", since)
    .orderBy("hour", "desc")
    .execute();
}

/** Deletes look-ups from before a moment: the audit log has them. */
export async function deleteLookUps(db: Db, until: Date): Promise<void> {
  await tables(db).deleteFrom("person_look_up").where("hour", "<", until).execute();
}
