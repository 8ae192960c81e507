import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { Amount, GatewayName } from "../gateway.ts";
import { moneyTables } from "../repository.ts";
import type { BillingTables } from "../tables.ts";

/** Money that goes back, as stored. */
export type RefundRow = BillingTables["refund"];
/** Money that a gateway took, as stored. */
export type CaptureRow = BillingTables["capture"];

/** A capture with what is already on its way back from it. */
export type OpenCapture = CaptureRow & { pending: number };

/** What was taken for an order, the newest first, with what has gone and is going back of each. */
export async function listCaptures(db: Db, orderId: string): Promise<OpenCapture[]> {
  return moneyTables(db)
    .selectFrom("capture")
    .innerJoin("payment", "payment.id", "capture.payment_id")
    .selectAll("capture")
    .select(
      sql<number>`(select coalesce(sum(refund.amount), 0)::bigint from refund
        where refund.capture_id = capture.id and refund.state = 'pending')`.as("pending"),
    )
    .where("payment.order_id", "=", orderId)
    .orderBy("capture.at", "desc")
    .orderBy("capture.id", "desc")
    .execute();
}

/** A capture by id. */
export async function findCaptureById(db: Db, id: string): Promise<CaptureRow | undefined> {
  return moneyTables(db).selectFrom("capture").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Adds to what has gone back of a capture and of its payment; below zero takes it off again. */
export async function addRefunded(
  trx: Trx,
  capture: Pick<CaptureRow, "id" | "payment_id">,
  amount: number,
): Promise<void> {
  const tables = moneyTables(trx);
  await tables
    .updateTable("capture")
    .set((row) => ({ refunded: row("refunded", "+", amount) }))
    .where("id", "=", capture.id)
    .execute();
  await tables
    .updateTable("payment")
    .set((row) => ({ refunded: row("refunded", "+", amount) }))
    .where("id", "=", capture.payment_id)
    .execute();
}

/** Adds a refund. */
export async function insertRefund(trx: Trx, row: RefundRow): Promise<RefundRow> {
  return moneyTables(trx).insertInto("refund").values(row).returningAll().executeTakeFirstOrThrow();
}

/** A refund by id. */
export async function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return moneyTables(db).selectFrom("refund").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A refund by what the gateway calls it. */
export async function findRefundByRemote(
  db: Db,
  gateway: GatewayName,
  remoteId: string,
): Promise<RefundRow | undefined> {
  return moneyTables(db)
    .selectFrom("refund")
    .selectAll()
    .where("gateway", "=", gateway)
    .where("remote_id", "=", remoteId)
    .executeTakeFirst();
}

/** Changes what is named of a refund. */
export async function updateRefund(trx: Trx, id: string, changes: Partial<RefundRow>): Promise<RefundRow> {
  return moneyTables(trx)
    .updateTable("refund")
    .set(changes)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Says when a refund is inspected next. Safe outside a transaction: it writes one column of one row. */
export async function scheduleRefundInspection(db: Db, id: string, at: Date | null): Promise<void> {
  await moneyTables(db).updateTable("refund").set({ next_inspect_at: at }).where("id", "=", id).execute();
}

/** Two clocks may differ, and a gateway writes down when a move was begun a moment before it tells. */
const earlierMs = 3_600_000;

/**
 * Ties a refund that somebody made at the gateway to the move of a dispute that is the same money; false where there is none.
 * One that was noted before the move began is other money.
 */
export async function tieRefund(
  trx: Trx,
  { paymentId, move, source }: { paymentId: string; move: Amount & { at: Date }; source: string },
): Promise<boolean> {
  const { rows } = await sql`
    update refund set dispute_ref = ${source} where id = (
      select refund.id from refund join capture on capture.id = capture_id
      where capture.payment_id = ${paymentId} and initiated_by = 'gateway' and state = 'done'
        and refund.amount = ${move.amount} and refund.currency = ${move.currency}
        and refund.created_at >= ${new Date(move.at.getTime() - earlierMs)}
        and (dispute_ref is null or dispute_ref = ${source})
      order by dispute_ref nulls last, refund.created_at limit 1)
    returning id`.execute(trx);
  return rows.length > 0;
}

/** The posting of a dispute of this order that took just this amount and is no other refund's; undefined where there is none. */
export async function findDisputePosting(
  trx: Trx,
  { orderId, amount, currency }: Amount & { orderId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ source: string }>`
    select source from ledger_txn join ledger_entry on txn_id = ledger_txn.id
    where order_id = ${orderId} and starts_with(source, 'dispute:paypal:') and account = 'refunds'
      and amount = ${amount} and currency = ${currency}
      and not exists (select from refund where dispute_ref = source)
    order by ledger_txn.id limit 1`.execute(trx);
  return rows[0]?.source;
}

/** A refund with the number of its order. */
export type ListedRefund = RefundRow & { number: number; code: string | null; email: string | null };

/** The newest refunds. */
export async function listRefunds(db: Db, most: number): Promise<ListedRefund[]> {
  return moneyTables(db)
    .selectFrom("refund")
    .innerJoin("purchase_order", "purchase_order.id", "refund.order_id")
    .selectAll("refund")
    .select(["purchase_order.number", "purchase_order.code", "purchase_order.email"])
    .orderBy("refund.created_at", "desc")
    .orderBy("refund.id", "desc")
    .limit(most)
    .execute();
}

/** An order's id by its code or number, or by the id itself. */
export async function findOrderId(
  db: Db,
  named: { number: number } | { code: string } | { id: string },
): Promise<string | undefined> {
  const query = moneyTables(db).selectFrom("purchase_order").select("id");
  const found =
    "number" in named
      ? query.where("number", "=", named.number)
      : "code" in named
        ? query.where("code", "=", named.code)
        : query.where("id", "=", named.id);
  return (await found.executeTakeFirst())?.id;
}
