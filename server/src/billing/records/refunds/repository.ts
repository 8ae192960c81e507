import { sql } from "kysely";
import { asSystem } from "#platform/db/audit";
import type { Db, Trx } from "#platform/db/database";
import type { Amount, GatewayName } from "../gateway.ts";
import { moneyTables } from "../repository.ts";
import type { BillingTables } from "../tables.ts";

/** A refund as stored. */
export type RefundRow = BillingTables["refund"];
/** A capture as stored. */
export type CaptureRow = BillingTables["capture"];

/** A capture with the amount of its pending refunds. */
export type OpenCapture = CaptureRow & {
  pending: number;
  /** Whether it is of a second or late payment that a bank took by a lost dispute: nothing of it is left. */
  is_lost: boolean;
};

/** Returns what we still have of a capture, of which refunds may be on their way. */
export const keptOf = ({ amount, refunded, is_lost: isLost }: OpenCapture) =>
  isLost ? 0 : amount - refunded;

/** Returns what can be given back of a capture. */
export const leftOf = ({ amount, refunded, pending, is_lost: isLost }: OpenCapture) =>
  isLost ? 0 : amount - refunded - pending;

/** Returns an order's captures, newest first, with their refunded and pending amounts. */
export async function listCaptures(db: Db, orderId: string): Promise<OpenCapture[]> {
  return moneyTables(db)
    .selectFrom("capture")
    .innerJoin("payment", "payment.id", "capture.payment_id")
    .selectAll("capture")
    .select([
      sql<number>`(select coalesce(sum(refund.amount), 0)::bigint from refund
        where refund.capture_id = capture.id and refund.state = 'pending')`.as("pending"),
      sql<boolean>`payment.unwanted and exists (select from money_log
        where subject_id = payment.id and subject = 'payment' and to_state = 'lost')`.as("is_lost"),
    ])
    .where("payment.order_id", "=", orderId)
    .orderBy("capture.at", "desc")
    .orderBy("capture.id", "desc")
    .execute();
}

/**
 * Returns whether all that is left of an order is on its way back, or a part with which its membership ends: neither is done
 * yet.
 */
export async function isOnItsWayBack(db: Db, orderId: string): Promise<boolean> {
  const captures = await listCaptures(db, orderId);
  if (captures.every(({ pending }) => pending === 0)) return false;
  if (captures.every((capture) => leftOf(capture) <= 0)) return true;
  const found = await moneyTables(db)
    .selectFrom("refund")
    .select("id")
    .where("order_id", "=", orderId)
    .where("state", "=", "pending")
    .where("ends_membership", "=", true)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Returns what was given back, or is on its way back, of what an order cost, other than by a lost dispute. What is left of all
 * captures counts: an accidental second payment that went back, or was lost, returns nothing.
 */
export async function findReturned(
  db: Db,
  { id, amount }: Pick<BillingTables["purchase_order"], "id" | "amount">,
): Promise<number> {
  const captures = await listCaptures(db, id);
  if (captures.length === 0) return 0;
  const { disputed } = await moneyTables(db)
    .selectFrom("refund")
    .innerJoin("capture", "capture.id", "refund.capture_id")
    .innerJoin("payment", "payment.id", "capture.payment_id")
    .select(sql<number>`coalesce(sum(refund.amount), 0)::bigint`.as("disputed"))
    .where("refund.order_id", "=", id)
    .where("refund.state", "=", "done")
    .where("dispute_ref", "is not", null)
    .where("payment.unwanted", "=", false)
    .executeTakeFirstOrThrow();
  const left = captures.reduce((sum, capture) => sum + leftOf(capture), 0);
  return Math.max(0, amount - left - disputed);
}

/**
 * What was given back, or is on its way back, of orders, as a table for sums of sales. An accidental second payment that goes back takes
 * nothing off its order.
 */
export const refundsOfOrders = sql`(
  select refund.order_id, refund.amount, refund.created_at from refund
  join capture on capture.id = refund.capture_id join payment on payment.id = capture.payment_id
  where refund.state <> 'failed' and not payment.unwanted)`;

/** Returns a capture by id. */
export async function findCaptureById(db: Db, id: string): Promise<CaptureRow | undefined> {
  return moneyTables(db).selectFrom("capture").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Adds to the refunded amount of a capture and its payment; a negative amount subtracts. */
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

/** Inserts a refund. One that an operator asked for needs a row in the audit log. */
export async function insertRefund(trx: Trx, row: RefundRow): Promise<RefundRow> {
  const insert = () =>
    moneyTables(trx).insertInto("refund").values(row).returningAll().executeTakeFirstOrThrow();
  return row.initiated_by === "operator" ? insert() : asSystem(trx, "settlement", insert);
}

/** Returns a refund by id. */
export async function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return moneyTables(db).selectFrom("refund").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns a refund by its gateway id. */
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

/** Returns the refunds that a request of an operator began. */
export async function listAskedRefunds(
  db: Db,
  { operatorId, requestKey }: { operatorId: string; requestKey: string },
): Promise<RefundRow[]> {
  return moneyTables(db)
    .selectFrom("refund")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("request_key", "=", requestKey)
    .orderBy("id")
    .execute();
}

/** Updates the given columns of a refund. */
export async function updateRefund(trx: Trx, id: string, changes: Partial<RefundRow>): Promise<RefundRow> {
  return asSystem(trx, "settlement", () =>
    moneyTables(trx)
      .updateTable("refund")
      .set(changes)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** Schedules the next inspection of a refund. */
export async function scheduleRefundInspection(db: Db, id: string, at: Date | null): Promise<void> {
  await asSystem(db, "settlement", (trx) =>
    moneyTables(trx).updateTable("refund").set({ next_inspect_at: at }).where("id", "=", id).execute(),
  );
}

/** Allows for clock skew, and for a gateway that dates a dispute a moment before it reports it. */
const CLOCK_SKEW_MS = 3_600_000;

/**
 * Links a refund made at the gateway to the dispute entry that moved the same money; false if there is none.
 * A refund recorded before the entry is other money.
 */
export async function linkRefund(
  trx: Trx,
  { paymentId, move, source }: { paymentId: string; move: Amount & { at: Date }; source: string },
): Promise<boolean> {
  return asSystem(trx, "settlement", async () => {
    const { rows } = await sql`
    update refund set dispute_ref = ${source} where id = (
      select refund.id from refund join capture on capture.id = capture_id
      where capture.payment_id = ${paymentId} and initiated_by = 'gateway' and state = 'done'
        and refund.amount = ${move.amount} and refund.currency = ${move.currency}
        and refund.created_at >= ${new Date(move.at.getTime() - CLOCK_SKEW_MS)}
        and (dispute_ref is null or dispute_ref = ${source})
      order by dispute_ref nulls last, refund.created_at limit 1)
    returning id`.execute(trx);
    return rows.length > 0;
  });
}

/** Returns the posting of a dispute of this order with exactly this amount that no refund is linked to. */
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

/** A refund with its order's number. */
export type ListedRefund = RefundRow & { number: number; code: string | null; email: string | null };

/** Returns the newest refunds. */
export async function listRefunds(db: Db, limit: number): Promise<ListedRefund[]> {
  return moneyTables(db)
    .selectFrom("refund")
    .innerJoin("purchase_order", "purchase_order.id", "refund.order_id")
    .selectAll("refund")
    .select(["purchase_order.number", "purchase_order.code", "purchase_order.email"])
    .orderBy("refund.created_at", "desc")
    .orderBy("refund.id", "desc")
    .limit(limit)
    .execute();
}

/** Returns an order's id by code, number or id. */
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
