import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import type { CaseRow } from "../../records/disputes/tables.ts";
import { moneyTables } from "../../records/repository.ts";
import type { RefundRequestRow } from "../orders/repository.ts";

/** Returns the newest case of an order. */
export async function findNewestCase(db: Db, orderId: string): Promise<CaseRow | undefined> {
  return moneyTables(db)
    .selectFrom("dispute_case")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
}

/** Returns what support asked finance to refund. */
export async function findRequest(db: Db, id: string): Promise<RefundRequestRow | undefined> {
  return moneyTables(db).selectFrom("refund_request").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Counts what a buyer paid before an order and nobody disputed. */
export async function countPaidBefore(
  db: Db,
  order: { id: string; visitor_id: string | null; created_at: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from purchase_order o
    where visitor_id = ${order.visitor_id} and id <> ${order.id} and paid_at < ${order.created_at} and state = 'paid'
      and not exists (select from dispute_case where order_id = o.id)`.execute(db);
  return rows[0]?.count ?? 0;
}
