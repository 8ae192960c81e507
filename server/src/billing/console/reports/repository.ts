import type { ReportSums, RevenueGroup } from "@cliffhanger/contract";
import { type RawBuilder, sql } from "kysely";
import type { Texts } from "#catalogue";
import type { Db } from "#platform/db/database";

/** From `from` up to but not including `to`; days are those of the zone. */
export interface Span {
  from: Date;
  to: Date;
  zone: string;
}

/** Sums of the bookings of a day that share a group. `key` is empty where the booking has none. */
export interface SumRow extends ReportSums {
  day: string;
  key: string;
}

const dayOf = (moment: RawBuilder<unknown>, zone: string) =>
  sql<string>`to_char(${moment} at time zone ${zone}, 'YYYY-MM-DD')`;

/** A booking of a payment, line or dispute names its gateway; one of a refund names the refund. */
const gatewayOf = sql`case split_part(x.source, ':', 1)
  when 'refund' then (select gateway from refund where refund.id = split_part(x.source, ':', 2))
  when 'period' then ''
  else case when split_part(x.source, ':', 2) in ('stripe', 'paypal') then split_part(x.source, ':', 2) else '' end end`;

const keys: Readonly<Record<RevenueGroup, RawBuilder<unknown>>> = {
  day: sql`''`,
  currency: sql`''`,
  plan: sql`coalesce(o.plan_id, '')`,
  series: sql`coalesce(o.series_id, '')`,
  gateway: gatewayOf,
};

/** The accounts that are none of sales, refunds, fees and exchange: money that is ours wherever it lies. */
const oursAccounts = sql`('gateway_receivable', 'gateway_clearing', 'dispute_hold', 'bank', 'suspense')`;

/** PayPal lists what a lost dispute took as a refund too, and whichever comes first is posted. */
const byDispute = sql`(x.source like 'dispute:%' or exists (
  select from refund join dispute_case on dispute_case.order_id = refund.order_id and dispute_case.amount = refund.amount
  where x.source = 'refund:' || refund.id and refund.initiated_by = 'gateway'
    and dispute_case.state in ('lost', 'expired')))`;

/** Sums up the ledger, each entry once, by day, currency and group. */
export async function sumBookings(
  db: Db,
  { from, to, zone, by }: Span & { by: RevenueGroup },
): Promise<SumRow[]> {
  const { rows } = await sql<SumRow>`
    select ${dayOf(sql`x.at`, zone)} as day, ${keys[by]} as key, e.currency,
      coalesce(-sum(e.amount) filter (where account not in ${oursAccounts}
        and account not in ('refunds', 'gateway_fees', 'fx_conversion')), 0)::bigint as sales,
      coalesce(sum(e.amount) filter (where account = 'refunds' and not ${byDispute}), 0)::bigint as refunds,
      coalesce(sum(e.amount) filter (where account = 'refunds' and ${byDispute}), 0)::bigint as disputes,
      coalesce(sum(e.amount) filter (where account = 'gateway_fees'), 0)::bigint as fees,
      coalesce(sum(e.amount) filter (where account = 'fx_conversion'), 0)::bigint as exchanged,
      coalesce(sum(e.amount) filter (where account in ${oursAccounts}), 0)::bigint as net
    from ledger_txn x join ledger_entry e on e.txn_id = x.id left join purchase_order o on o.id = x.order_id
    where x.at >= ${from} and x.at < ${to}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

/** Sums up what purchases of a series brought. */
export async function sumSeries(db: Db, seriesId: string, { from, to }: Span): Promise<ReportSums[]> {
  const rows = await sumBookings(db, { from, to, zone: "UTC", by: "series" });
  return rows.filter(({ key }) => key === seriesId);
}

/** Returns the day of the first booking. */
export async function firstBookingDay(db: Db, zone: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select ${dayOf(sql`min(at)`, zone)} as day from ledger_txn`.execute(db);
  return rows[0]?.day ?? null;
}

/** Counts payments of the span whose fee is not known yet. */
export async function countUnknownFees(db: Db, { from, to }: Span): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct payment_id)::integer as count from capture
    where settled_fee is null and at >= ${from} and at < ${to}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the names of plans. */
export async function listPlanNames(db: Db): Promise<{ id: string; name: Texts }[]> {
  const { rows } = await sql<{ id: string; name: Texts }>`select id, name from plan`.execute(db);
  return rows;
}

/** An account of the ledger over a span. */
export interface AccountRow {
  account: string;
  currency: string;
  opening: number;
  debit: number;
  credit: number;
}

/** Sums up each account before the span and within it. */
export async function sumAccounts(db: Db, { from, to }: Span): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select account, currency,
      coalesce(sum(amount) filter (where x.at < ${from}), 0)::bigint as opening,
      coalesce(sum(amount) filter (where x.at >= ${from} and amount > 0), 0)::bigint as debit,
      coalesce(-sum(amount) filter (where x.at >= ${from} and amount < 0), 0)::bigint as credit
    from ledger_txn x join ledger_entry e on e.txn_id = x.id
    where x.at < ${to}
    group by account, currency order by account, currency`.execute(db);
  return rows;
}

/** An entry of the ledger. */
export interface EntryRow {
  id: string;
  n: number;
  at: Date;
  source: string;
  order_id: string | null;
  account: string;
  currency: string;
  amount: number;
}

/** Lists entries of the ledger after one of them, in the order in which they were booked. */
export async function listEntries(
  db: Db,
  { from, to }: Pick<Span, "from" | "to">,
  { after, limit }: { after: Pick<EntryRow, "at" | "id" | "n"> | null; limit: number },
): Promise<EntryRow[]> {
  const since = after ? sql`and (x.at, x.id, e.n) > (${after.at}, ${after.id}, ${after.n})` : sql``;
  const { rows } = await sql<EntryRow>`
    select x.id, e.n, x.at, x.source, x.order_id, e.account, e.currency, e.amount
    from ledger_txn x join ledger_entry e on e.txn_id = x.id
    where x.at >= ${from} and x.at < ${to} ${since}
    order by x.at, x.id, e.n limit ${limit}`.execute(db);
  return rows;
}

/** Counts entries of the ledger, up to a limit. */
export async function countEntries(
  db: Db,
  { from, to }: Pick<Span, "from" | "to">,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from ledger_txn x join ledger_entry e on e.txn_id = x.id
      where x.at >= ${from} and x.at < ${to} limit ${limit}) counted`.execute(db);
  return rows[0]?.count ?? 0;
}
