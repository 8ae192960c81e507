import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { AccountTables } from "./tables.ts";

/** A guest or member as stored. */
export type VisitorRow = AccountTables["visitor"];

/** Adds a visitor. Throws a duplicate error when a member has the email. */
export async function insertVisitor(db: Db, row: VisitorRow): Promise<void> {
  await db.$extendTables<AccountTables>().insertInto("visitor").values(row).execute();
}

/**
 * Adds a visitor unless the id exists; returns whether it was added. No column is named: two requests of one guest also agree in the
 * referrer token, and with one named PostgreSQL refuses what conflicts in another column first.
 */
export async function insertVisitorOnce(db: Db, row: VisitorRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .$extendTables<AccountTables>()
    .insertInto("visitor")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns whether there is a member. Runs on the schema of any earlier release, and on an empty database. */
export async function hasMembers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ table: string | null }>`select to_regclass('visitor')::text as table`.execute(
    db,
  );
  if (rows[0]?.table == null) return false;
  const found = await sql`select from visitor where kind = 'member' limit 1`.execute(db);
  return found.rows.length > 0;
}

/** Returns a visitor by id. */
export async function findVisitor(db: Db, id: string): Promise<VisitorRow | undefined> {
  return db
    .$extendTables<AccountTables>()
    .selectFrom("visitor")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns whether a visitor, guest or member, is known. */
export async function isVisitorKnown(db: Db, id: string): Promise<boolean> {
  return (await findVisitor(db, id)) !== undefined;
}

/** Since when a visitor is known, whether they have an account, and whether that waits for its deletion. */
export interface Standing {
  since: Date;
  isMember: boolean;
  isLeaving: boolean;
}

/** Returns the standing of a visitor; null for nobody. */
export async function findStanding(db: Db, id: string): Promise<Standing | null> {
  const found = await findVisitor(db, id);
  if (!found) return null;
  return {
    since: found.created_at,
    isMember: found.kind === "member",
    isLeaving: found.deletes_at !== null,
  };
}

/** Returns the member with an address. */
export async function findMemberByEmail(db: Db, email: string): Promise<VisitorRow | undefined> {
  return db
    .$extendTables<AccountTables>()
    .selectFrom("visitor")
    .selectAll()
    .where("email", "=", email)
    .executeTakeFirst();
}

/** Locks visitors until the transaction ends, always in one order, so that transactions cannot deadlock. */
export async function lockVisitors(trx: Trx, ids: string[]): Promise<VisitorRow[]> {
  return trx
    .$extendTables<AccountTables>()
    .selectFrom("visitor")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Changes the given fields of a visitor. Throws a duplicate error when an email is taken. */
export async function updateVisitor(db: Db, id: string, changes: Partial<VisitorRow>): Promise<void> {
  await db.$extendTables<AccountTables>().updateTable("visitor").set(changes).where("id", "=", id).execute();
}

/** Replaces a password's hash by one of the same password, unless it was changed in the meantime. */
export async function replaceHash(db: Db, id: string, old: string, hash: string): Promise<void> {
  await db
    .$extendTables<AccountTables>()
    .updateTable("visitor")
    .set({ password_hash: hash })
    .where("id", "=", id)
    .where("password_hash", "=", old)
    .execute();
}

/** Deletes the code of a person's password reset, used or not. */
export async function deleteCodeOf(db: Db, visitorId: string): Promise<void> {
  await db
    .$extendTables<AccountTables>()
    .deleteFrom("password_reset")
    .where("visitor_id", "=", visitorId)
    .execute();
}

/** Records agreements; the first time counts. */
export async function insertAgreements(db: Db, rows: AccountTables["agreement"][]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .$extendTables<AccountTables>()
    .insertInto("agreement")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Counts the members who agreed to a document, and not to this version of it. */
export async function countAgreedBefore(
  db: Db,
  { document, version }: { document: string; version: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from visitor
    where kind = 'member'
      and exists (select from agreement where visitor_id = visitor.id and document = ${document})
      and not exists (
        select from agreement where visitor_id = visitor.id and document = ${document} and version = ${version})`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
