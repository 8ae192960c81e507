import type { Db } from "#platform/db/database";
import { moneyTables } from "../repository.ts";
import type { BillingTables } from "../tables.ts";

/** Adds a transaction to the books; false where its source is in them already. */
export async function insertTransaction(
  trx: Db,
  transaction: BillingTables["ledger_txn"],
  entries: readonly Omit<BillingTables["ledger_entry"], "txn_id">[],
): Promise<boolean> {
  const added = await moneyTables(trx)
    .insertInto("ledger_txn")
    .values(transaction)
    .onConflict((conflict) => conflict.column("source").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) return false;
  await moneyTables(trx)
    .insertInto("ledger_entry")
    .values(entries.map((entry) => ({ ...entry, txn_id: transaction.id })))
    .execute();
  return true;
}

/** Whether something is in the books. */
export async function hasSource(db: Db, source: string): Promise<boolean> {
  const found = await moneyTables(db)
    .selectFrom("ledger_txn")
    .select("id")
    .where("source", "=", source)
    .executeTakeFirst();
  return found !== undefined;
}
