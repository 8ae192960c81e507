import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { moneyTables } from "../repository.ts";
import type { BillingTables } from "../tables.ts";
import type { LedgerAccount } from "./tables.ts";

/** A ledger transaction with its entries. */
export type NewTransaction = BillingTables["ledger_txn"] & {
  entries: readonly Omit<BillingTables["ledger_entry"], "txn_id">[];
};

/** Inserts ledger transactions, except those whose source is already posted; returns how many were new. */
export async function insertTransactions(trx: Trx, transactions: readonly NewTransaction[]): Promise<number> {
  if (transactions.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    with made as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(transactions)}::jsonb)
        as made (id text, source text, order_id text, at timestamptz, entries jsonb)
    ), added as (
      insert into ledger_txn (id, source, order_id, at) select id, source, order_id, at from made
      on conflict (source) do nothing returning id
    ), entries as (
      insert into ledger_entry (txn_id, n, account, currency, amount)
      select made.id, entry.n, entry.account, entry.currency, entry.amount
      from made join added using (id), jsonb_to_recordset(made.entries)
        as entry (n integer, account text, currency text, amount bigint)
    )
    select count(*)::integer as count from added`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Returns which of these sources are posted. */
export async function findSources(db: Db, sources: readonly string[]): Promise<Set<string>> {
  if (sources.length === 0) return new Set();
  const found = await moneyTables(db)
    .selectFrom("ledger_txn")
    .select("source")
    .where("source", "in", sources)
    .execute();
  return new Set(found.map(({ source }) => source));
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
