import { type GeneratedAlways, sql } from "kysely";
import { asSystem } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import type { BillingTables } from "./tables.ts";

type Tables = Omit<BillingTables, "purchase_order"> & {
  purchase_order: Omit<BillingTables["purchase_order"], "number"> & { number: GeneratedAlways<number> };
};

/** Returns the database typed with billing's tables. */
export const moneyTables = (db: Db) => db.$extendTables<Tables>();

/**
 * Returns the installation code: five characters that distinguish this installation from others in the same
 * gateway account. It never changes.
 */
export async function readInstallation(db: Db): Promise<string> {
  const { code } = await moneyTables(db).selectFrom("installation").select("code").executeTakeFirstOrThrow();
  return code;
}

/** A row of the money log. */
export type LogRow = BillingTables["money_log"];

/** Inserts a row into the money log. */
export async function insertLogRow(db: Db, row: LogRow): Promise<void> {
  await moneyTables(db).insertInto("money_log").values(row).execute();
}

/** Returns a query whose statement also inserts a row into the money log; a sale makes five such changes. */
export function withLogRow(db: Db, row: LogRow) {
  return moneyTables(db).with("logged", (query) => query.insertInto("money_log").values(row));
}

/**
 * Claims rows that are due for inspection: no other node gets them before `until`. Increments their
 * inspection count.
 */
export async function claimDue<T extends "payment" | "refund">(
  trx: Trx,
  table: T,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<BillingTables[T][]> {
  // Materialised, so that the rows are selected once: an inline subquery might be evaluated for each row.
  const claim = sql<BillingTables[T]>`
    with due as materialized (
      select id from ${sql.table(table)} where next_inspect_at <= ${now}
      order by next_inspect_at limit ${limit} for update skip locked)
    update ${sql.table(table)} set next_inspect_at = ${until}, inspections = inspections + 1
    where id in (select id from due) returning *`;
  const { rows } = await asSystem(trx, "settlement", () => claim.execute(trx));
  return rows;
}

/** Work that only one transaction at a time does for one visitor, address or price. */
type SerialTask = "open order" | "try card" | "price" | "withdraw" | "save method";

/**
 * Waits until no other transaction does this task for the same visitors or addresses, and holds the locks until
 * this one ends. Required when a count limits inserts: concurrent inserts would not count each other.
 */
export async function lockSerial(trx: Trx, task: SerialTask, who: readonly string[]): Promise<void> {
  const names = who.map((one) => `${task}\n${one}`);
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
    trx,
  );
}
