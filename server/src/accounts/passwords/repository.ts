import type { Db } from "#platform/db/database";
import type { AccountTables } from "../tables.ts";

/** Stores a reset code's hash; it replaces the person's older code. */
export async function replaceCode(db: Db, row: AccountTables["password_reset"]): Promise<void> {
  const { code_hash, ends_at } = row;
  await db
    .$extendTables<AccountTables>()
    .insertInto("password_reset")
    .values(row)
    .onConflict((conflict) => conflict.column("visitor_id").doUpdateSet({ code_hash, ends_at }))
    .execute();
}

/** Returns whose code it is, while it is valid. */
export async function findCode(db: Db, hash: Buffer, now: Date): Promise<string | undefined> {
  const row = await db
    .$extendTables<AccountTables>()
    .selectFrom("password_reset")
    .select("visitor_id")
    .where("code_hash", "=", hash)
    .where("ends_at", ">", now)
    .executeTakeFirst();
  return row?.visitor_id;
}

/** Deletes a used code; returns whether it still existed. */
export async function deleteCode(db: Db, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .$extendTables<AccountTables>()
    .deleteFrom("password_reset")
    .where("code_hash", "=", hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
