import { randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { moneyTables } from "../repository.ts";
import type { BillingTables } from "../tables.ts";
import type { ReceiptContent } from "./content.ts";

/** A receipt or credit note as stored. */
export type ReceiptRow = Omit<BillingTables["receipt"], "content"> & { content: ReceiptContent };

/** The range of a series' first number, so that a first receipt does not reveal that it is the first. */
const firstNumbers = [1_001, 10_000] as const;

/**
 * Returns the next number of a series, locked until the transaction ends. A rollback releases the number, so
 * there are no gaps. A new series starts at a random number.
 */
export async function takeNumber(trx: Trx, series: string): Promise<number> {
  const { last } = await moneyTables(trx)
    .insertInto("receipt_series")
    .values({ name: series, last: randomInt(...firstNumbers) })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({ last: sql<number>`receipt_series.last + 1` }),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}

/** Inserts a receipt. */
export async function insertReceipt(trx: Trx, row: ReceiptRow): Promise<void> {
  await moneyTables(trx)
    .insertInto("receipt")
    .values({ ...row, content: JSON.stringify(row.content) })
    .execute();
}

/** Returns everything issued for an order: the receipt, then its credit notes. */
export async function listReceipts(db: Db, orderId: string): Promise<ReceiptRow[]> {
  const rows = await moneyTables(db)
    .selectFrom("receipt")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("kind", "desc")
    .orderBy("seq")
    .execute();
  return rows as ReceiptRow[];
}

/** Returns a receipt by id. */
export async function findReceipt(db: Db, id: string): Promise<ReceiptRow | undefined> {
  const row = await moneyTables(db).selectFrom("receipt").selectAll().where("id", "=", id).executeTakeFirst();
  return row as ReceiptRow | undefined;
}

/** Returns the address for emails about an order that has none itself; null once the account is erased. */
export async function findEmailOf(db: Db, visitorId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select email from visitor where id = ${visitorId} and kind = 'member'`.execute(db);
  return rows[0]?.email ?? null;
}
