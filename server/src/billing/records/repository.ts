import { type GeneratedAlways, sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { BillingTables } from "./tables.ts";

type Tables = Omit<BillingTables, "purchase_order"> & {
  purchase_order: Omit<BillingTables["purchase_order"], "number"> & { number: GeneratedAlways<number> };
};

/** The tables of money, for the repositories of billing. */
export const moneyTables = (db: Db) => db.$extendTables<Tables>();

/** What tells this installation from others that use the same gateway account: five characters, the same for ever. */
export async function readInstallation(db: Db): Promise<string> {
  const { code } = await moneyTables(db).selectFrom("installation").select("code").executeTakeFirstOrThrow();
  return code;
}

/** Adds a line to the log of what happened to money. */
export async function insertMove(db: Db, row: BillingTables["money_log"]): Promise<void> {
  await moneyTables(db).insertInto("money_log").values(row).execute();
}

/**
 * Takes rows that are due to be looked at: nobody else gets them until the moment that `until` names. Their count of
 * inspections goes up with it.
 */
export async function claimDue<T extends "payment" | "refund">(
  trx: Trx,
  table: T,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<BillingTables[T][]> {
  // Chosen first and once: within the update the rows might be chosen anew for each row.
  const { rows } = await sql<BillingTables[T]>`
    with due as materialized (
      select id from ${sql.table(table)} where next_inspect_at <= ${now}
      order by next_inspect_at limit ${most} for update skip locked)
    update ${sql.table(table)} set next_inspect_at = ${until}, inspections = inspections + 1
    where id in (select id from due) returning *`.execute(trx);
  return rows;
}

/** Work that one transaction at a time does for one person or address. */
type SerialTask = "open order" | "try card";

/**
 * Waits until no other transaction does this task for the same person or address, and keeps others waiting until this one
 * ends. What is counted before a row is added needs it, or rows added together do not count one another.
 */
export async function lockSerial(trx: Trx, task: SerialTask, who: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${task}\n${who}`}, 0))`.execute(trx);
}
