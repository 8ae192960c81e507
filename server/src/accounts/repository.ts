import type { Db, Trx } from "#platform/db/database";
import type { AccountTables } from "./tables.ts";

/** A guest or member as stored. */
export type VisitorRow = AccountTables["visitor"];

/** Adds a visitor. Throws a duplicate's error where the e-mail is a member's already. */
export async function insertVisitor(db: Db, row: VisitorRow): Promise<void> {
  await db.$extendTables<AccountTables>().insertInto("visitor").values(row).execute();
}

/** Adds a visitor unless there is one of that id; returns whether it was added. */
export async function insertVisitorOnce(db: Db, row: VisitorRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .$extendTables<AccountTables>()
    .insertInto("visitor")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** A visitor by id. */
export async function findVisitor(db: Db, id: string): Promise<VisitorRow | undefined> {
  return db
    .$extendTables<AccountTables>()
    .selectFrom("visitor")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The member whose address it is. */
export async function findMemberByEmail(db: Db, email: string): Promise<VisitorRow | undefined> {
  return db
    .$extendTables<AccountTables>()
    .selectFrom("visitor")
    .selectAll()
    .where("email", "=", email)
    .executeTakeFirst();
}

/** Visitors, locked until the transaction ends; always in one order, so that two transactions never wait in a circle. */
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

/** Changes what is named of a visitor. Throws a duplicate's error where an e-mail is taken. */
export async function updateVisitor(db: Db, id: string, changes: Partial<VisitorRow>): Promise<void> {
  await db.$extendTables<AccountTables>().updateTable("visitor").set(changes).where("id", "=", id).execute();
}

/** Replaces a password's hash by one of the same password, unless it was changed in between. */
export async function replaceHash(db: Db, id: string, old: string, hash: string): Promise<void> {
  await db
    .$extendTables<AccountTables>()
    .updateTable("visitor")
    .set({ password_hash: hash })
    .where("id", "=", id)
    .where("password_hash", "=", old)
    .execute();
}

/** Notes what a person agreed to; the first time counts. */
export async function insertAgreements(db: Db, rows: AccountTables["agreement"][]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .$extendTables<AccountTables>()
    .insertInto("agreement")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
