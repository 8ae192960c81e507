import type { Db } from "#platform/db/database";
import { randomWord } from "#platform/ids";
import { hashOf } from "../order-key.ts";
import { moneyTables } from "../repository.ts";

/**
 * Creates the key of a link in an email, which allows withdrawing from this one order. Keys of earlier emails stay
 * valid: an email may be written twice, and either may arrive. Keys from before `outdated` are removed.
 */
export async function newWithdrawalKey(
  db: Db,
  { orderId, at, outdated }: { orderId: string; at: Date; outdated: Date },
): Promise<string> {
  const key = randomWord(32);
  const tables = moneyTables(db);
  await tables.deleteFrom("withdrawal_key").where("at", "<", outdated).execute();
  await tables
    .insertInto("withdrawal_key")
    .values({ hash: hashOf(key), order_id: orderId, at })
    .execute();
  return key;
}

/** Returns whether a key allows withdrawing from an order. */
export async function opensWithdrawal(db: Db, orderId: string, key: string): Promise<boolean> {
  const found = await moneyTables(db)
    .selectFrom("withdrawal_key")
    .select("order_id")
    .where("hash", "=", hashOf(key))
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return found !== undefined;
}
