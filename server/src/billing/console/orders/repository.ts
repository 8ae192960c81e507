import type { OrderState } from "@cliffhanger/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { prepared } from "#platform/db/prepared";
import type { OrderRow } from "../../records/orders/tables.ts";
import { moneyTables } from "../../records/repository.ts";
import type { BillingTables } from "../../records/tables.ts";

const MAX_EXACT = 10_000;

/** An order with what a list shows of it besides. */
export type ListedOrder = OrderRow & { address: string | null; campaign: string | null };

/** Which orders are wanted. Amounts are decimals of each order's currency. */
export interface OrderFilter {
  state?: OrderState | undefined;
  method?: OrderRow["method"] | undefined;
  gateway?: string | undefined;
  currency?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  decline?: string | undefined;
  /** Those whose last visit came by one of these channels. */
  channels?: readonly number[] | undefined;
  /** Only these. */
  ids?: readonly string[] | undefined;
}

/** Where a page begins: after this order. */
export interface OrderKeyset {
  at: Date;
  id: string;
}

/** What currencies have other than two decimals. */
export interface Decimals {
  none: readonly string[];
  three: readonly string[];
}

/**
 * Returns an amount of a filter in the smallest unit of each order's currency, rounded towards the amounts that match. With one currency
 * it is one number: looking each row's currency up took most of the time of counting.
 */
function unitsOf(
  text: string,
  round: "ceil" | "floor",
  { currency, decimals }: { currency: string | undefined; decimals: Decimals },
): RawBuilder<number> {
  const [whole = "", part = ""] = text.split(".");
  const thousandths = Number(whole) * 1000 + Number(part.padEnd(3, "0"));
  const units = (digits: number) => Math[round](thousandths / 10 ** (3 - digits));
  const { none, three } = decimals;
  if (currency !== undefined) {
    const digits = none.includes(currency) ? 0 : three.includes(currency) ? 3 : 2;
    return sql`${units(digits)}::bigint`;
  }
  return sql`case when o.currency = any(${[...none]}::text[]) then ${units(0)}::bigint
    when o.currency = any(${[...three]}::text[]) then ${units(3)}::bigint else ${units(2)}::bigint end`;
}

function conditions(filter: OrderFilter, decimals: Decimals): RawBuilder<boolean> {
  const { state, method, gateway, currency, from, to, channels, ids } = filter;
  const parts = [
    state === undefined ? null : sql`o.state = ${state}`,
    method === undefined ? null : sql`o.method = ${method}`,
    currency === undefined ? null : sql`o.currency = ${currency}`,
    gateway === undefined
      ? null
      : sql`exists (select from payment where payment.order_id = o.id and payment.gateway = ${gateway})`,
    from === undefined ? null : sql`o.amount >= ${unitsOf(from, "ceil", { currency, decimals })}`,
    to === undefined ? null : sql`o.amount <= ${unitsOf(to, "floor", { currency, decimals })}`,
    channels === undefined
      ? null
      : sql`o.id in (select order_id from order_touch where last_channel = any(${[...channels]}::integer[]))`,
    ids === undefined ? null : sql`o.id = any(${[...ids]}::text[])`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? sql`true` : sql`${sql.join(parts, sql` and `)}`;
}

/** Returns where orders are read from: those of a decline from its own list, which is in the order of the page. */
function listedFrom({ decline }: OrderFilter): {
  orders: RawBuilder<unknown>;
  at: RawBuilder<Date>;
  id: RawBuilder<string>;
} {
  if (decline === undefined) return { orders: sql`purchase_order o`, at: sql`o.created_at`, id: sql`o.id` };
  return {
    orders: sql`(select * from order_decline where code = ${decline}) d join purchase_order o on o.id = d.order_id`,
    at: sql`d.ordered_at`,
    id: sql`d.order_id`,
  };
}

/** Lists the channels of a campaign: by their numbers, a list is planned for how many came by them. */
export async function listChannels(db: Db, campaign: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from channel where campaign = ${campaign}`.execute(db);
  return rows.map(({ id }) => id);
}

const details = sql`o.*, coalesce(o.email, v.email) as address, c.campaign`;
const beside = sql`left join visitor v on v.id = o.visitor_id and v.kind = 'member'
  left join order_touch t on t.order_id = o.id left join channel c on c.id = t.last_channel`;

/** Lists orders, the newest first. */
export async function listOrdersBy(
  db: Db,
  { filter, decimals }: { filter: OrderFilter; decimals: Decimals },
  { after, limit }: { after: OrderKeyset | null; limit: number },
): Promise<ListedOrder[]> {
  const { orders, at, id } = listedFrom(filter);
  const beyond = after ? sql`and (${at}, ${id}) < (${after.at}, ${after.id})` : sql``;
  const { rows } = await sql<ListedOrder>`
    with page as materialized (
      select o.* from ${orders} where ${conditions(filter, decimals)} ${beyond}
      order by ${at} desc, ${id} desc limit ${limit})
    select ${details} from page o ${beside} order by o.created_at desc, o.id desc`.execute(db);
  return rows;
}

/**
 * Returns from what orders are counted. By how buyers came alone, or by a decline alone, from those visits or declines: each has its
 * order, and looking ten thousand orders up takes twenty times as long as counting.
 */
function countedFrom(filter: OrderFilter, decimals: Decimals): RawBuilder<unknown> {
  const given = Object.values(filter).filter((value) => value !== undefined).length;
  const { channels, decline } = filter;
  if (channels !== undefined && given === 1)
    return sql`order_touch where last_channel = any(${[...channels]}::integer[])`;
  if (decline !== undefined && given === 1) return sql`order_decline where code = ${decline}`;
  return sql`${listedFrom(filter).orders} where ${conditions(filter, decimals)}`;
}

/** Counts orders, exactly up to a limit. */
export async function countOrdersBy(
  db: Db,
  { filter, decimals }: { filter: OrderFilter; decimals: Decimals },
): Promise<{ value: number; exact: boolean }> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${countedFrom(filter, decimals)} limit ${MAX_EXACT + 1}) as listed`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { value: Math.min(count, MAX_EXACT), exact: count <= MAX_EXACT };
}

/** Returns an order with what a list shows of it. */
export async function findListed(db: Db, id: string): Promise<ListedOrder | undefined> {
  const { rows } = await sql<ListedOrder>`
    select ${details} from purchase_order o ${beside} where o.id = ${id}`.execute(db);
  return rows[0];
}

/** Lists the other orders of a buyer in a span of time. */
export async function listBeside(
  db: Db,
  { id, visitor_id: visitorId }: OrderRow,
  { from, to }: { from: Date; to: Date },
): Promise<OrderRow[]> {
  if (visitorId === null) return [];
  return moneyTables(db)
    .selectFrom("purchase_order")
    .selectAll()
    .where("visitor_id", "=", visitorId)
    .where("id", "!=", id)
    .where("created_at", ">=", from)
    .where("created_at", "<=", to)
    .orderBy("created_at", "desc")
    .limit(20)
    .execute();
}

/** Returns who bought an order, and by which kind of channel they came. */
export async function findBuyer(
  db: Db,
  order: OrderRow,
): Promise<{ kind: "guest" | "member"; since: Date; channel: string | null } | undefined> {
  const { rows } = await sql<{ kind: "guest" | "member"; since: Date; channel: string | null }>`
    select v.kind, coalesce(v.registered_at, v.created_at) as since,
      (select c.kind from order_touch t join channel c on c.id = t.last_channel where t.order_id = ${order.id}) as channel
    from visitor v where v.id = ${order.visitor_id} ${prepared}`.execute(db);
  return rows[0];
}

/** What the money log and other records say about an order. */
export interface OrderFacts {
  declines: { at: Date; code: string | null }[];
  mails: { at: Date; kind: string }[];
  disputes: { at: Date; to: string }[];
  withdrawals: { at: Date; to: string; currency: string; amount: number }[];
  watched: { count: number; last: Date | null };
}

const LIMIT = 100;

/**
 * Reads what happened to an order besides its payments and documents. Planning these took longer than running them, so each connection
 * plans them once; statements with all columns of a table are not kept, as a new column would end them.
 */
export async function readOrderFacts(db: Db, order: OrderRow): Promise<OrderFacts> {
  const since = order.paid_at ?? order.created_at;
  const [declines, mails, disputes, withdrawals, watched] = await Promise.all([
    sql<OrderFacts["declines"][number]>`
      select coalesce(a.ended_at, a.created_at) as at, coalesce(a.fault, a.decline_code) as code
      from payment_attempt a join payment p on p.id = a.payment_id
      where p.order_id = ${order.id} and a.outcome = 'declined' order by 1 limit ${LIMIT} ${prepared}`.execute(
      db,
    ),
    sql<OrderFacts["mails"][number]>`
      select at, kind from mail_sent
      where state = 'accepted' and subject_id in (
        select ${order.id}::text
        union all select id from receipt where order_id = ${order.id}
        union all select id from refund where order_id = ${order.id}
        union all select id from withdrawal where order_id = ${order.id})
      order by at, id limit ${LIMIT} ${prepared}`.execute(db),
    sql<OrderFacts["disputes"][number]>`
      select at, to_state as to from money_log
      where subject_id = ${order.id} and subject = 'order' and cause in ('dispute', 'warning')
      order by id limit ${LIMIT} ${prepared}`.execute(db),
    sql<OrderFacts["withdrawals"][number]>`
      select at, outcome as to, currency, amount from withdrawal where order_id = ${order.id}
      order by at limit ${LIMIT} ${prepared}`.execute(db),
    sql<OrderFacts["watched"]>`
      select count(*)::int as count, max(watched_at) as last from progress
      where visitor_id = ${order.visitor_id} and watched_at >= ${since}
        and (${order.series_id}::text is null or series_id = ${order.series_id}) ${prepared}`.execute(db),
  ]);
  return {
    declines: declines.rows,
    mails: mails.rows,
    disputes: disputes.rows,
    withdrawals: withdrawals.rows,
    watched: watched.rows[0] ?? { count: 0, last: null },
  };
}

/** An entry of the ledger with its transaction. */
export interface BookedEntry {
  id: string;
  at: Date;
  source: string;
  account: string;
  currency: string;
  amount: number;
}

/** Lists the entries of an order in the ledger, the oldest first. */
export async function listBooked(db: Db, orderId: string): Promise<BookedEntry[]> {
  const { rows } = await sql<BookedEntry>`
    select x.id, x.at, x.source, e.account, e.currency, e.amount
    from ledger_txn x join ledger_entry e on e.txn_id = x.id
    where x.order_id = ${orderId} order by x.at, x.source, e.n limit 500 ${prepared}`.execute(db);
  return rows;
}

/** Returns how the right to watch stands that an order paid for: a bank lets it rest. */
export async function findRight(db: Db, orderId: string): Promise<"open" | "rests" | "none"> {
  const { rows } = await sql<{ rests: boolean }>`
    select suspended_at is not null as rests from entitlement
    where source_type = 'order' and source_id = ${orderId} and revoked_at is null limit 1`.execute(db);
  const [right] = rows;
  if (!right) return "none";
  return right.rests ? "rests" : "open";
}

/** What support asked finance to refund, as stored. */
export type RefundRequestRow = BillingTables["refund_request"];

/** Stores what support asks finance to refund; false if that is asked already. */
export async function insertRefundRequest(trx: Trx, row: RefundRequestRow): Promise<boolean> {
  const added = await moneyTables(trx)
    .insertInto("refund_request")
    .values(row)
    .onConflict((conflict) => conflict.column("order_id").where("closed_at", "is", null).doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Returns the open request for a refund of an order. */
export async function findRefundRequest(db: Db, orderId: string): Promise<RefundRequestRow | undefined> {
  return moneyTables(db)
    .selectFrom("refund_request")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("closed_at", "is", null)
    .executeTakeFirst();
}

/** Closes the open request for a refund of an order, because it was refunded; returns it. */
export async function closeRefundRequest(
  trx: Trx,
  orderId: string,
  closing: { closed_at: Date; closed_by: string; close_note: string },
): Promise<RefundRequestRow | undefined> {
  return moneyTables(trx)
    .updateTable("refund_request")
    .set(closing)
    .where("order_id", "=", orderId)
    .where("closed_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}
