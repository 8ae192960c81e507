import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { GatewayName } from "../gateway.ts";
import { moneyTables } from "../repository.ts";
import type { BillingTables } from "../tables.ts";

/** A stored line of a gateway's balance. */
export type LineRow = BillingTables["balance_line"];

/** Returns the stored ones of these lines. */
export async function findLines(
  db: Db,
  gateway: GatewayName,
  remoteIds: readonly string[],
): Promise<LineRow[]> {
  if (remoteIds.length === 0) return [];
  // Each id by the index: without statistics, as at a first reading, a list of ids is planned as a scan of the whole table.
  const { rows } = await sql<LineRow>`
    select line.* from unnest(${remoteIds}::text[]) as wanted, lateral (
      select * from balance_line where gateway = ${gateway} and remote_id = wanted) line`.execute(db);
  return rows;
}

/** Inserts lines; returns the ids of those that were new. */
export async function insertLines(trx: Trx, rows: readonly LineRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  // One parameter instead of twenty for each line: much less to compile and to collect.
  const { rows: added } = await sql<{ id: string }>`
    insert into balance_line select * from jsonb_populate_recordset(null::balance_line, ${JSON.stringify(rows)}::jsonb)
    on conflict (gateway, remote_id) do nothing returning id`.execute(trx);
  return new Set(added.map(({ id }) => id));
}

/** Records that the gateway reported a stored line differently. */
export async function markDifferent(trx: Trx, id: string, reported: Record<string, unknown>): Promise<void> {
  await sql`update balance_line set differs = ${JSON.stringify(reported)}::jsonb where id = ${id}`.execute(
    trx,
  );
}

/** Returns the order of each of these captures, by its remote id. */
export async function findOrdersOfCaptures(
  db: Db,
  gateway: GatewayName,
  remoteIds: readonly string[],
): Promise<Map<string, string>> {
  if (remoteIds.length === 0) return new Map();
  const rows = await moneyTables(db)
    .selectFrom("capture")
    .innerJoin("payment", "payment.id", "capture.payment_id")
    .select(["capture.remote_id", "payment.order_id"])
    .where("capture.gateway", "=", gateway)
    .where("capture.remote_id", "in", remoteIds)
    .execute();
  return new Map(rows.map(({ remote_id: id, order_id: order }) => [id, order]));
}

/** Returns lines whose capture is known by now, oldest first, locked. */
export async function takeMatchable(
  trx: Trx,
  gateway: GatewayName,
  limit: number,
): Promise<(LineRow & { found_order: string })[]> {
  const { rows } = await sql<LineRow & { found_order: string }>`
    select balance_line.*, payment.order_id as found_order
    from balance_line
    join capture on capture.gateway = balance_line.gateway and capture.remote_id = capture_remote_id
    join payment on payment.id = capture.payment_id
    where balance_line.gateway = ${gateway} and balance_line.order_id is null
      and kind in ('sale', 'refund', 'refund_failed', 'dispute')
    order by balance_line.id limit ${limit} for update of balance_line skip locked`.execute(trx);
  return rows;
}

/** Matches a line with its order. */
export async function matchLine(trx: Trx, id: string, orderId: string): Promise<void> {
  await moneyTables(trx)
    .updateTable("balance_line")
    .set({ order_id: orderId })
    .where("id", "=", id)
    .execute();
}

/** Connects the lines of sales with their captures, and records their fees where these were unknown. */
export async function connectCaptures(trx: Trx, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length === 0) return;
  await sql`
    update capture set balance_line_id = line.id,
      settled_currency = coalesce(settled_currency, line.currency),
      settled_amount = coalesce(settled_amount, line.gross),
      settled_fee = coalesce(settled_fee, line.fee),
      settled_rate = case when settled_currency is null then line.rate else settled_rate end
    from balance_line line
    where line.id = any(${lineIds}::text[]) and line.kind = 'sale' and line.gateway = capture.gateway
      and line.capture_remote_id = capture.remote_id and capture.balance_line_id is null`.execute(trx);
}

/** What postings of the version before moved on the gateways' balances, by order and currency. */
export interface OldPosting {
  order_id: string;
  currency: string;
  amount: number;
  last: string;
}

/** Returns what was posted to the gateways' balances otherwise than by their lines, for some orders. */
export async function listOldPostings(db: Db, limit: number): Promise<OldPosting[]> {
  const { rows } = await sql<OldPosting>`
    select order_id, currency, sum(amount)::bigint as amount, max(txn_id) as last
    from ledger_entry join ledger_txn on ledger_txn.id = txn_id
    where account = 'gateway_clearing' and not starts_with(source, 'settled:') and order_id is not null
    group by order_id, currency having sum(amount) <> 0
    order by order_id limit ${limit}`.execute(db);
  return rows;
}

/** Returns when the first capture of a gateway was; null without one. */
export async function firstCaptureAt(db: Db, gateway: GatewayName): Promise<Date | null> {
  const found = await moneyTables(db)
    .selectFrom("capture")
    .select(sql<Date | null>`min(at)`.as("at"))
    .where("gateway", "=", gateway)
    .executeTakeFirst();
  return found?.at ?? null;
}

/** Sums the lines of a gateway, and what the ledger has of them, by currency; `at` limits it to lines until then. */
export async function sumLines(
  db: Db,
  gateway: GatewayName,
  at: Date | null,
): Promise<{ currency: string; lines: number; ledger: number }[]> {
  const { rows } = await sql<{ currency: string; lines: number; ledger: number }>`
    select line.currency, sum(line.net)::bigint as lines, coalesce(sum(posted.amount), 0)::bigint as ledger
    from balance_line line
    left join ledger_txn on source = 'settled:' || line.gateway || ':' || line.remote_id
    left join ledger_entry posted on posted.txn_id = ledger_txn.id and account = 'gateway_clearing'
    where line.gateway = ${gateway} and (${at}::timestamptz is null or line.at <= ${at})
    group by line.currency`.execute(db);
  return rows;
}

/** Stores the three figures of a gateway's currencies; currencies that are gone are removed. */
export async function saveBalances(
  trx: Trx,
  gateway: GatewayName,
  rows: readonly BillingTables["gateway_balance"][],
): Promise<void> {
  const tables = moneyTables(trx);
  await tables.deleteFrom("gateway_balance").where("gateway", "=", gateway).execute();
  if (rows.length > 0) await tables.insertInto("gateway_balance").values(rows).execute();
}

/** Returns the three figures of every gateway and currency. */
export async function listBalances(db: Db): Promise<BillingTables["gateway_balance"][]> {
  return moneyTables(db)
    .selectFrom("gateway_balance")
    .selectAll()
    .orderBy("gateway")
    .orderBy("currency")
    .execute();
}

/** Sums what is not settled yet, by currency, with the number of its payments. */
export async function listUnsettled(
  db: Db,
): Promise<{ currency: string; amount: number; payments: number }[]> {
  const { rows } = await sql<{ currency: string; amount: number; payments: number }>`
    select currency, sum(amount)::bigint as amount, count(distinct payment_id)::integer as payments
    from capture where balance_line_id is null group by currency order by currency`.execute(db);
  return rows;
}
