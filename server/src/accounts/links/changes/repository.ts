import type { Db, Trx } from "#platform/db/database";
import type { AccountTables } from "../../tables.ts";

const accounts = (db: Db) => db.$extendTables<AccountTables>();

/** An address that waits for its mailbox to be proved. */
export type AddressChange = AccountTables["address_change"];

/** Stores a change; it replaces the former one of the same person. */
export async function replaceChange(trx: Trx, row: AddressChange): Promise<void> {
  const { email, ends_at } = row;
  await accounts(trx)
    .insertInto("address_change")
    .values(row)
    .onConflict((conflict) => conflict.column("visitor_id").doUpdateSet({ email, ends_at }))
    .execute();
}

/** Returns the change that waits for a mailbox. */
export async function findChangeTo(db: Db, email: string, now: Date): Promise<AddressChange | undefined> {
  return accounts(db)
    .selectFrom("address_change")
    .selectAll()
    .where("email", "=", email)
    .where("ends_at", ">", now)
    .orderBy("ends_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Returns the change of a person. */
export async function findChangeOf(db: Db, visitorId: string, now: Date): Promise<AddressChange | undefined> {
  return accounts(db)
    .selectFrom("address_change")
    .selectAll()
    .where("visitor_id", "=", visitorId)
    .where("ends_at", ">", now)
    .executeTakeFirst();
}

/** Deletes the change of a person. */
export async function deleteChange(trx: Trx, visitorId: string): Promise<void> {
  await accounts(trx).deleteFrom("address_change").where("visitor_id", "=", visitorId).execute();
}
