import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { moneyTables } from "../repository.ts";
import type { BillingTables } from "../tables.ts";
import type { LedgerAccount } from "./tables.ts";

/** Inserts a ledger transaction; false if its source is already posted. */
export async function insertTransaction(
  trx: Trx,
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

/**
 * Returns the balance of an account for the sources below `source` (`source:…`), by currency. Zero balances
 * are left out.
 */
export async function balanceOf(
  db: Db,
  { source, account }: { source: string; account: LedgerAccount },
): Promise<{ currency: string; amount: number }[]> {
  return moneyTables(db)
    .selectFrom("ledger_entry")
    .innerJoin("ledger_txn", "ledger_txn.id", "ledger_entry.txn_id")
    .select("currency")
    .select(sql<number>`sum(amount)::bigint`.as("amount"))
    .where(sql<boolean>`starts_with(source, ${`${source}:`})`)
    .where("account", "=", account)
    .groupBy("currency")
    .having(sql`sum(amount)`, "<>", 0)
    .execute();
}

/** Returns whether a source is posted. */
export async function hasSource(db: Db, source: string): Promise<boolean> {
  const found = await moneyTables(db)
    .selectFrom("ledger_txn")
    .select("id")
    .where("source", "=", source)
    .executeTakeFirst();
  return found !== undefined;
}
