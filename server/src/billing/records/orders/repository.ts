import type { OrderKind } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { withLiterals } from "#platform/db/literals";
import { prepared } from "#platform/db/prepared";
import { newOrderCode } from "../order-code.ts";
import { type LogRow, moneyTables, withLogRow } from "../repository.ts";
import type { OrderRow } from "./tables.ts";

export type { OrderRow };

/**
 * Inserts an order; the database assigns its number. Throws a duplicate error if a constraint forbids the
 * order.
 */
export async function insertOrder(trx: Trx, row: Omit<OrderRow, "number" | "code">): Promise<OrderRow> {
  return moneyTables(trx)
    .insertInto("purchase_order")
    .values({ ...row, code: newOrderCode() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns whether there is an order. Runs on the schema of any earlier release, and on an empty database. */
export async function hasOrders(db: Db): Promise<boolean> {
  const { rows } = await sql<{ table: string | null }>`
    select to_regclass('purchase_order')::text as table`.execute(db);
  if (rows[0]?.table == null) return false;
  const found = await sql`select from purchase_order limit 1`.execute(db);
  return found.rows.length > 0;
}

/** Returns the amounts of an order that is charged its whole price. */
export function wholePrice(amount: number) {
  return { amount, list_amount: amount, discount: 0, credit: 0, replaced: null };
}

/** Returns an order by id. */
export async function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  return moneyTables(db).selectFrom("purchase_order").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns an order, locked until the transaction ends. Whatever moves money takes this lock first. */
export async function lockOrder(trx: Trx, id: string): Promise<OrderRow | undefined> {
  return moneyTables(trx)
    .selectFrom("purchase_order")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Like {@link lockOrder}, for the order of a payment. */
export async function lockOrderOfPayment(trx: Trx, paymentId: string): Promise<OrderRow | undefined> {
  return moneyTables(trx)
    .selectFrom("purchase_order")
    .selectAll()
    .where("id", "=", (query) =>
      query.selectFrom("payment").select("order_id").where("payment.id", "=", paymentId),
    )
    .forUpdate()
    .executeTakeFirst();
}

/** Updates the given columns of an order. */
export async function updateOrder(
  trx: Trx,
  id: string,
  changes: Partial<Omit<OrderRow, "number" | "code">>,
): Promise<OrderRow> {
  return moneyTables(trx)
    .updateTable("purchase_order")
    .set(changes)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Like {@link updateOrder}, and writes the change to the money log. */
export async function updateLoggedOrder(
  trx: Trx,
  id: string,
  changes: Partial<Omit<OrderRow, "number" | "code">>,
  log: LogRow,
): Promise<OrderRow> {
  return withLogRow(trx, log)
    .updateTable("purchase_order")
    .set(changes)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Lets a person's orders follow a changed address, and with them the renewals that take it over. Orders that name another one, and
 * issued receipts, stay.
 */
export async function readdressOrders(
  trx: Trx,
  { visitorId, from, to }: { visitorId: string; from: string; to: string },
): Promise<void> {
  await moneyTables(trx)
    .updateTable("purchase_order")
    .set({ email: to })
    .where("visitor_id", "=", visitorId)
    .where("email", "=", from)
    .execute();
}

/** Stores the hash of the key that opens an order. Safe outside a transaction: it writes one column of one row. */
export async function saveOrderKey(db: Db, id: string, keyHash: Buffer): Promise<void> {
  await moneyTables(db)
    .updateTable("purchase_order")
    .set({ key_hash: keyHash })
    .where("id", "=", id)
    .execute();
}

/** Returns the order that a customer opened with a client token. */
export async function findByToken(db: Db, visitorId: string, token: string): Promise<OrderRow | undefined> {
  return moneyTables(db)
    .selectFrom("purchase_order")
    .selectAll()
    .where("visitor_id", "=", visitorId)
    .where("client_token", "=", token)
    .executeTakeFirst();
}

/** Returns the customer's open order for the same thing: any plan, or one series. */
export async function findOpenOrder(
  db: Db,
  visitorId: string,
  what: { kind: "subscribe" | "change" } | { kind: "unlock"; seriesId: string },
): Promise<OrderRow | undefined> {
  return moneyTables(db)
    .selectFrom("purchase_order")
    .selectAll()
    .where("visitor_id", "=", visitorId)
    .where("kind", "=", what.kind)
    .where("state", "in", ["pending", "processing", "review"])
    .$if(what.kind === "unlock", (query) =>
      query.where("series_id", "=", what.kind === "unlock" ? what.seriesId : ""),
    )
    .executeTakeFirst();
}

/** Returns a customer's other orders for the same series that are open, paid or disputed, locked. */
export async function listRivals(trx: Trx, order: OrderRow): Promise<OrderRow[]> {
  if (order.visitor_id === null || order.series_id === null) return [];
  return moneyTables(trx)
    .selectFrom("purchase_order")
    .selectAll()
    .where("visitor_id", "=", order.visitor_id)
    .where("kind", "=", "unlock")
    .where("series_id", "=", order.series_id)
    .where("id", "!=", order.id)
    .where("state", "in", ["pending", "processing", "review", "paid", "partially_refunded", "disputed"])
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Counts a customer's orders that wait for payment. */
export async function countOpenOrders(db: Db, visitorId: string): Promise<number> {
  const { count } = await moneyTables(db)
    .selectFrom("purchase_order")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("visitor_id", "=", visitorId)
    .where("state", "in", ["pending", "processing"])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts the orders that a customer has paid. */
export async function countPaidOrders(db: Db, visitorId: string): Promise<number> {
  const { count } = await moneyTables(db)
    .selectFrom("purchase_order")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("visitor_id", "=", visitorId)
    .where("paid_at", "is not", null)
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns when a customer last paid an order; null: never. */
export async function findLastPaidAt(db: Db, visitorId: string): Promise<Date | null> {
  const { at } = await moneyTables(db)
    .selectFrom("purchase_order")
    .select((query) => query.fn.max("paid_at").as("at"))
    .where("visitor_id", "=", visitorId)
    .executeTakeFirstOrThrow();
  return at;
}

/** Returns a customer's orders, newest first. */
export async function listOrders(db: Db, visitorId: string, limit: number): Promise<OrderRow[]> {
  return moneyTables(db)
    .selectFrom("purchase_order")
    .selectAll()
    .where("visitor_id", "=", visitorId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Returns the ids of expired pending orders. */
export async function listOverdueOrders(db: Db, now: Date, limit: number): Promise<string[]> {
  // The index contains the open orders only.
  const rows = await moneyTables(withLiterals(db))
    .selectFrom("purchase_order")
    .select("id")
    .where("state", "=", "pending")
    .where("expires_at", "<=", now)
    .orderBy("expires_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the renewal order of a billing period. */
export async function findRenewalOrder(
  db: Db,
  subscriptionId: string,
  periodNo: number,
): Promise<OrderRow | undefined> {
  return moneyTables(db)
    .selectFrom("purchase_order")
    .selectAll()
    .where("subscription_id", "=", subscriptionId)
    .where("period_no", "=", periodNo)
    .where("kind", "=", "renewal" satisfies OrderKind)
    .executeTakeFirst();
}

/** Returns the order that started a subscription. */
export async function findSubscribeOrder(db: Db, subscriptionId: string): Promise<OrderRow | undefined> {
  return moneyTables(db)
    .selectFrom("purchase_order")
    .selectAll()
    .where("subscription_id", "=", subscriptionId)
    .where("kind", "=", "subscribe" satisfies OrderKind)
    .orderBy("created_at")
    .executeTakeFirst();
}

/** Returns the newest paid order of a subscription for its present plan: it holds the terms of further periods. */
export async function findTermsOrder(
  db: Db,
  { id, plan_id }: { id: string; plan_id: string },
): Promise<OrderRow | undefined> {
  return moneyTables(db)
    .selectFrom("purchase_order")
    .selectAll()
    .where("subscription_id", "=", id)
    .where("plan_id", "=", plan_id)
    .where("paid_at", "is not", null)
    .orderBy("paid_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Returns the open change of plan of a subscription, if there is one. */
export async function findOpenChange(db: Db, subscriptionId: string): Promise<OrderRow | undefined> {
  return moneyTables(db)
    .selectFrom("purchase_order")
    .selectAll()
    .where("subscription_id", "=", subscriptionId)
    .where("kind", "=", "change" satisfies OrderKind)
    .where("state", "in", ["pending", "processing", "review"])
    .executeTakeFirst();
}

/** Returns the kind of a saved instrument. */
export async function findInstrumentKind(db: Db, id: string): Promise<"card" | "paypal" | undefined> {
  const found = await moneyTables(db)
    .selectFrom("instrument")
    .select("kind")
    .where("id", "=", id)
    .executeTakeFirst();
  return found?.kind;
}

/** Returns whether a customer has an entitlement to the series itself, including a suspended one. */
export async function ownsSeries(db: Db, visitorId: string, seriesId: string, now: Date): Promise<boolean> {
  const found = await moneyTables(db)
    .selectFrom("entitlement")
    .select("id")
    .where("visitor_id", "=", visitorId)
    .where("series_id", "=", seriesId)
    .where("scope", "=", "series")
    .where("revoked_at", "is", null)
    .where((row) => row.or([row("valid_to", "is", null), row("valid_to", ">", now)]))
    .modifyEnd(prepared)
    .executeTakeFirst();
  return found !== undefined;
}

/** What an order's view shows of one that waits for its payment: there is nothing of the kind yet. */
const unpaidParts = {
  paidWith: undefined,
  refunds: [],
  hasReceipt: false,
  awaitsBank: false,
  isSuspended: false,
  paidLate: false,
  withdrawal: undefined,
};

/** Returns the membership that an order began or continues. */
async function renewedBy(db: Db, { subscription_id: id }: OrderRow) {
  if (id === null) return undefined;
  return moneyTables(db)
    .selectFrom("subscription")
    .select(["renewal_mode", "anchor_at", "anchor_no", "period_days"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns what an order's view shows in addition to its row. */
export async function findOrderParts(db: Db, order: OrderRow) {
  const tables = moneyTables(db);
  const over = order.state === "cancelled" || order.state === "expired" || order.state === "failed";
  if (order.state === "pending") return { ...unpaidParts, renewed: await renewedBy(db, order) };
  const [paidWith, refunds, receipt, renewed, atBank, suspended, late, withdrawal] = await Promise.all([
    tables
      .selectFrom("payment")
      .innerJoin("instrument", "instrument.id", "payment.instrument_id")
      .select([
        "instrument.kind",
        "instrument.brand",
        "instrument.last4",
        "instrument.email",
        "instrument.wallet",
      ])
      .where("payment.order_id", "=", order.id)
      .where("payment.state", "=", "succeeded")
      .orderBy("payment.created_at", "desc")
      .modifyEnd(prepared)
      .executeTakeFirst(),
    tables.selectFrom("refund").selectAll().where("order_id", "=", order.id).orderBy("created_at").execute(),
    tables
      .selectFrom("receipt")
      .select("id")
      .where("order_id", "=", order.id)
      .where("kind", "=", "receipt")
      .modifyEnd(prepared)
      .executeTakeFirst(),
    renewedBy(db, order),
    order.state !== "processing" || order.method !== "card"
      ? undefined
      : tables
          .selectFrom("payment")
          .select("id")
          .where("order_id", "=", order.id)
          .where("state", "=", "action")
          .executeTakeFirst(),
    order.state !== "paid" && order.state !== "partially_refunded"
      ? undefined
      : tables
          .selectFrom("entitlement")
          .select("id")
          .where("source_type", "=", "order")
          .where("source_id", "=", order.id)
          .where("suspended_at", "is not", null)
          .where("revoked_at", "is", null)
          .modifyEnd(prepared)
          .executeTakeFirst(),
    over
      ? tables
          .selectFrom("payment")
          .select("id")
          .where("order_id", "=", order.id)
          .where("state", "=", "succeeded")
          .where("unwanted", "=", true)
          .executeTakeFirst()
      : undefined,
    tables.selectFrom("withdrawal").selectAll().where("order_id", "=", order.id).executeTakeFirst(),
  ]);
  return {
    paidWith,
    refunds,
    hasReceipt: receipt !== undefined,
    renewed,
    awaitsBank: atBank !== undefined,
    isSuspended: suspended !== undefined,
    paidLate: late !== undefined,
    withdrawal,
  };
}
