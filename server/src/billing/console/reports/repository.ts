import type { ReportSums } from "@cliffhanger/contract";
import { type RawBuilder, sql } from "kysely";
import type { Texts } from "#catalogue";
import type { Db } from "#platform/db/database";
import { bookings, type Facet, keysOf, listSummedDays, sums } from "../../records/ledger-days/repository.ts";

/** From `from` up to but not including `to`; days are those of the zone. */
export interface Span {
  from: Date;
  to: Date;
  zone: string;
}

/** Sums of bookings that share a day or a group. `key` is empty where a booking has none. */
export interface SumRow extends ReportSums {
  day: string;
  key: string;
}

const dayOf = (moment: RawBuilder<unknown>, zone: string) =>
  sql<string>`to_char(${moment} at time zone ${zone}, 'YYYY-MM-DD')`;

/** The spans whose days have no sums: their entries are read. */
type Gaps = readonly Pick<Span, "from" | "to">[];

const within = (gaps: Gaps) =>
  gaps.length === 0
    ? sql`false`
    : sql`(${sql.join(
        gaps.map(({ from, to }) => sql`(x.at >= ${from} and x.at < ${to})`),
        sql` or `,
      )})`;

/** Returns the parts of a span whose days have no sums. */
async function gapsOf(db: Db, { from, to, zone }: Span): Promise<Gaps> {
  const gaps: { from: Date; to: Date }[] = [];
  let at = from;
  for (const { starts_at: starts, ends_at: ends } of await listSummedDays(db, { zone, from, to })) {
    if (starts > at) gaps.push({ from: at, to: starts });
    at = ends;
  }
  if (at < to) gaps.push({ from: at, to });
  return gaps;
}

const summedDays = ({ from, to, zone }: Span) => sql`ledger_day d
  where d.zone = ${zone} and d.summed_at is not null and d.starts_at >= ${from} and d.ends_at <= ${to}`;

/** Which rows sums are split into, and of which groups alone: one series, or the keys of an array that the statement makes. */
interface Split {
  facet: Facet;
  isByDay: boolean;
  series?: string;
  among?: RawBuilder<unknown>;
}

const summedMonths = ({ from, to, zone }: Span) => sql`ledger_month m
  where m.zone = ${zone} and m.starts_at >= ${from} and m.ends_at <= ${to}`;

/**
 * The sums of a span whose rows are not split by day: of its months, and of the days of the others. Which days and months is asked first,
 * as an array: joined with them, the planner expects so many that it reads the sums of all years.
 */
function summedParts(span: Span, { facet, isByDay, series, among }: Split): RawBuilder<unknown> {
  const amounts = sql`s.currency, sales, refunds, disputes, fees, exchanged, net`;
  const wanted = sql`s.facet = ${facet} and s.zone = ${span.zone} ${series === undefined ? sql`` : sql`and s.key = ${series}`}
    ${among === undefined ? sql`` : sql`and s.key = any(${among})`}`;
  const days = sql`select d.day from ${summedDays(span)}`;
  if (isByDay)
    return sql`select to_char(s.day, 'YYYY-MM-DD') as day, '' as key, ${amounts}
      from ledger_day_sum s where ${wanted} and s.day = any(array(${days}))`;
  return sql`select '' as day, s.key, ${amounts}
      from ledger_month_sum s where ${wanted} and s.month = any(array(select m.month from ${summedMonths(span)}))
    union all
    select '', s.key, ${amounts} from ledger_day_sum s where ${wanted} and s.day = any(array(
      ${days} and date_trunc('month', d.day)::date not in (select m.month from ${summedMonths(span)})))`;
}

/**
 * What lost disputes took and PayPal lists as refunds too, whichever came first: it is no refund. Few, so they are read at once.
 */
const taken = sql`(
  select distinct r.id, 'refund:' || r.id as source from dispute_case c join refund r on r.order_id = c.order_id and r.amount = c.amount
  where c.state in ('lost', 'expired') and r.initiated_by = 'gateway')`;

/** Bookings in rows of which several may belong to one group: those of days or months that are summed up, and all others. */
interface Parts {
  summed: RawBuilder<unknown>;
  fresh: RawBuilder<unknown>;
}

async function partsOf(db: Db, span: Span, split: Split): Promise<Parts> {
  const { facet, isByDay, series } = split;
  const { from, to, zone } = span;
  const gaps = await gapsOf(db, span);
  const dayOfBooking = isByDay ? dayOf(sql`x.at`, zone) : sql<string>`''`;
  const key = isByDay ? sql<string>`''` : keysOf[facet];
  const ofSeries = series === undefined ? sql`` : sql`and o.series_id = ${series}`;
  const fresh = sql`
      select ${dayOfBooking} as day, ${key} as key, e.currency, ${sums} from ${bookings} where ${within(gaps)} ${ofSeries} group by 1, 2, 3
      union all
      select ${dayOfBooking}, ${key}, e.currency, 0, (-sum(e.amount))::bigint, sum(e.amount)::bigint, 0, 0, 0
      from ${taken} as r join ledger_txn x on x.source = r.source join ledger_entry e on e.txn_id = x.id
        left join purchase_order o on o.id = x.order_id
      where e.account = 'refunds' and x.at >= ${from} and x.at < ${to} ${ofSeries} group by 1, 2, 3`;
  return { summed: summedParts(span, split), fresh };
}

const added = sql`sum(sales)::bigint as sales, sum(refunds)::bigint as refunds, sum(disputes)::bigint as disputes,
      sum(fees)::bigint as fees, sum(exchanged)::bigint as exchanged, sum(net)::bigint as net`;

async function sumBookings(db: Db, span: Span, split: Split): Promise<SumRow[]> {
  const { summed, fresh } = await partsOf(db, span, split);
  const { rows } = await sql<SumRow>`
    select day, key, currency, ${added} from (${summed} union all ${fresh}) as part
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

/** Sums up bookings by day and currency: days that are over from their sums, others from the ledger. */
export function sumByDay(db: Db, span: Span): Promise<SumRow[]> {
  return sumBookings(db, span, { facet: "gateway", isByDay: true });
}

/** Sums up bookings by plan, series or gateway, and currency. `day` is empty. */
export function sumByKey(db: Db, span: Span, facet: Facet): Promise<SumRow[]> {
  return sumBookings(db, span, { facet, isByDay: false });
}

/** The groups with the most sales, and of how many groups. */
export interface LeadingSums {
  rows: SumRow[];
  groups: number;
}

/**
 * Sums up bookings by group as {@link sumByKey} does, but only for the groups with the most sales. All groups are first added up by
 * their sales alone: of hundreds of thousands of rows, six sums take three times as long as one. Those of the chosen groups are then
 * looked up.
 */
export async function sumLeading(
  db: Db,
  span: Span,
  { facet, most }: { facet: Facet; most: number },
): Promise<LeadingSums> {
  const { summed, fresh } = await partsOf(db, span, { facet, isByDay: false });
  const among = sql`array(select key from largest)`;
  const { rows } = await sql<SumRow & { groups: number }>`
    with fresh as materialized (${fresh}),
    sold as (
      select key, currency, sum(sales)::bigint as sales from (${summed} union all select * from fresh) as part group by 1, 2),
    largest as materialized (
      select key, (count(*) over ())::integer as groups from sold group by key order by greatest(0, max(sales)) desc, key limit ${most})
    select '' as day, key, currency, ${added}, (select max(groups) from largest) as groups
    from (${summedParts(span, { facet, isByDay: false, among })} union all select * from fresh where key = any(${among})) as part
    group by key, currency order by key, currency`.execute(db);
  return { rows: rows.map(({ groups: _groups, ...row }) => row), groups: rows[0]?.groups ?? 0 };
}

/** Sums up what purchases of a series brought. */
export function sumSeries(db: Db, series: string, span: Span): Promise<ReportSums[]> {
  return sumBookings(db, span, { facet: "series", isByDay: false, series });
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

/** Sums up each account before the span and within it: days that are over from their sums, others from the ledger. */
export async function sumAccounts(db: Db, { from, to, zone }: Span): Promise<AccountRow[]> {
  const gaps = await gapsOf(db, { from: new Date(0), to, zone });
  const { rows } = await sql<AccountRow>`
    select account, currency,
      coalesce(sum(debit - credit) filter (where at < ${from}), 0)::bigint as opening,
      coalesce(sum(debit) filter (where at >= ${from}), 0)::bigint as debit,
      coalesce(sum(credit) filter (where at >= ${from}), 0)::bigint as credit
    from (
      select account, currency, d.starts_at as at, debit, credit from ledger_day_account join ledger_day d using (zone, day)
      where zone = ${zone} and summed_at is not null and d.ends_at <= ${to}
      union all
      select account, currency, x.at, greatest(amount, 0), greatest(-amount, 0)
      from ledger_txn x join ledger_entry e on e.txn_id = x.id where ${within(gaps)}
    ) as moved
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
