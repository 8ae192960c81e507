import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";

/** By what the bookings of a day are summed. */
export const facets = ["plan", "series", "gateway"] as const;
/** See {@link facets}. */
export type Facet = (typeof facets)[number];

/** A booking of a payment, line or dispute names its gateway; one of a refund names the refund. */
const gatewayOf = sql`case split_part(x.source, ':', 1)
  when 'refund' then (select gateway from refund where refund.id = split_part(x.source, ':', 2))
  when 'period' then ''
  else case when split_part(x.source, ':', 2) in ('stripe', 'paypal') then split_part(x.source, ':', 2) else '' end end`;

/** What bookings are summed by, of `ledger_txn x` with its order `o`; empty where a booking has none. */
export const keysOf: Readonly<Record<Facet, RawBuilder<string>>> = {
  plan: sql`coalesce(o.plan_id, '')`,
  series: sql`coalesce(o.series_id, '')`,
  gateway: sql`coalesce(${gatewayOf}, '')`,
};

/** The accounts that are none of sales, refunds, fees and exchange: money that is ours wherever it lies. */
const oursAccounts = sql`('gateway_receivable', 'gateway_clearing', 'dispute_hold', 'bank', 'suspense')`;

/**
 * The sums of entries `e` of `ledger_txn x`. What a lost dispute took and a gateway lists as a refund is among the refunds here:
 * the dispute may be lost after its booking.
 */
export const sums = sql`
  coalesce(-sum(e.amount) filter (where account not in ${oursAccounts}
    and account not in ('refunds', 'gateway_fees', 'fx_conversion')), 0)::bigint as sales,
  coalesce(sum(e.amount) filter (where account = 'refunds' and not starts_with(x.source, 'dispute:')), 0)::bigint as refunds,
  coalesce(sum(e.amount) filter (where account = 'refunds' and starts_with(x.source, 'dispute:')), 0)::bigint as disputes,
  coalesce(sum(e.amount) filter (where account = 'gateway_fees'), 0)::bigint as fees,
  coalesce(sum(e.amount) filter (where account = 'fx_conversion'), 0)::bigint as exchanged,
  coalesce(sum(e.amount) filter (where account in ${oursAccounts}), 0)::bigint as net`;

/** Transactions with their entries and orders. */
export const bookings = sql`ledger_txn x join ledger_entry e on e.txn_id = x.id left join purchase_order o on o.id = x.order_id`;

/** A day of a zone, and the moments between which it lies. */
export interface LedgerDay {
  day: string;
  starts_at: Date;
  ends_at: Date;
}

/** Lists the days of a span whose sums count, in order. */
export async function listSummedDays(
  db: Db,
  { zone, from, to }: { zone: string; from: Date; to: Date },
): Promise<LedgerDay[]> {
  const { rows } = await sql<LedgerDay>`
    select day, starts_at, ends_at from ledger_day
    where zone = ${zone} and summed_at is not null and starts_at >= ${from} and ends_at <= ${to} order by starts_at`.execute(
    db,
  );
  return rows;
}

/** Lists all days that are summed or announced. */
export async function listKnownDays(db: Db, zone: string): Promise<Set<string>> {
  const { rows } = await sql<{ day: string }>`select day from ledger_day where zone = ${zone}`.execute(db);
  return new Set(rows.map(({ day }) => day));
}

/** Returns the moment of the first booking. */
export async function firstBookingAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(at) as at from ledger_txn`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * Announces days. What is being booked meanwhile is waited for and in the ledger afterwards; what is booked later finds these rows,
 * and removes that of its day.
 */
export async function announceDays(trx: Trx, zone: string, days: readonly LedgerDay[]): Promise<void> {
  await sql`lock table ledger_txn in share mode`.execute(trx);
  await sql`
    insert into ledger_day (zone, day, starts_at, ends_at)
    select ${zone}, day, starts_at, ends_at
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as given (day date, starts_at timestamptz, ends_at timestamptz)
    on conflict do nothing`.execute(trx);
}

/** Takes the newest day that is announced and that nobody else sums. A booking into it waits until the transaction ends. */
export async function takeAnnouncedDay(trx: Trx, zone: string): Promise<LedgerDay | undefined> {
  const { rows } = await sql<LedgerDay>`
    select day, starts_at, ends_at from ledger_day where zone = ${zone} and summed_at is null
    order by day desc limit 1 for update skip locked`.execute(trx);
  return rows[0];
}

/** Sums up a day that was taken. */
export async function sumDay(trx: Trx, zone: string, day: LedgerDay, now: Date): Promise<void> {
  const { day: name, starts_at: from, ends_at: to } = day;
  const within = sql`x.at >= ${from} and x.at < ${to}`;
  await sql`delete from ledger_day_sum where zone = ${zone} and day = ${name} and facet in (${sql.join(facets)})`.execute(
    trx,
  );
  await sql`delete from ledger_day_account where zone = ${zone} and day = ${name}`.execute(trx);
  for (const facet of facets)
    await sql`
      insert into ledger_day_sum (zone, day, facet, key, currency, sales, refunds, disputes, fees, exchanged, net)
      select ${zone}, ${name}, ${facet}, ${keysOf[facet]}, e.currency, ${sums}
      from ${bookings} where ${within} group by 4, 5 order by 4, 5`.execute(trx);
  await sql`
    insert into ledger_day_account (zone, day, account, currency, debit, credit)
    select ${zone}, ${name}, account, currency, coalesce(sum(amount) filter (where amount > 0), 0),
      coalesce(-sum(amount) filter (where amount < 0), 0)
    from ledger_txn x join ledger_entry e on e.txn_id = x.id where ${within} group by 3, 4`.execute(trx);
  await sql`update ledger_day set summed_at = ${now} where zone = ${zone} and day = ${name}`.execute(trx);
}

/** Forgets the days of zones that the site had before. */
export async function forgetOtherZones(db: Db, zone: string): Promise<void> {
  for (const table of ["ledger_day", "ledger_day_sum", "ledger_day_account", "ledger_month_sum"])
    await sql`delete from ${sql.table(table)} where zone <> ${zone}`.execute(db);
}

/** Forgets the sums of days, so that reports read the ledger until they are summed anew. */
export async function forgetDays(db: Db, days: readonly string[]): Promise<void> {
  await sql`delete from ledger_day where day = any(${[...days]}::date[])`.execute(db);
}

/** Counts the days whose sums count. */
export async function countSummedDays(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ledger_day where summed_at is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the days whose sums differ from the ledger, by reading all of it. */
export async function findDifferentDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with summed as materialized (select zone, day, starts_at, ends_at from ledger_day where summed_at is not null),
    booked as materialized (
      select s.zone, s.day, e.currency, account, ${sums},
        coalesce(sum(amount) filter (where amount > 0), 0)::bigint as debit,
        coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as credit
      from (select id, source, zone, (at at time zone zone)::date as day
          from ledger_txn, (select distinct zone from summed) as zones) as x
        join summed s using (zone, day) join ledger_entry e on e.txn_id = x.id
      group by 1, 2, 3, 4),
    ledger as (
      select zone, day, facet, currency, sum(sales) as sales, sum(refunds) as refunds, sum(disputes) as disputes,
        sum(fees) as fees, sum(exchanged) as exchanged, sum(net) as net
      from booked, unnest(array[${sql.join(facets)}]) as facet group by 1, 2, 3, 4),
    kept as (
      select zone, day, facet, currency, sum(sales) as sales, sum(refunds) as refunds, sum(disputes) as disputes,
        sum(fees) as fees, sum(exchanged) as exchanged, sum(net) as net
      from ledger_day_sum join summed using (zone, day) group by 1, 2, 3, 4),
    accounts as (select zone, day, account, currency, debit, credit from ledger_day_account join summed using (zone, day))
    select distinct day from (
      select day from ((table ledger except table kept) union all (table kept except table ledger)) as sums
      union all
      select day from (
        (select zone, day, account, currency, debit, credit from booked except table accounts)
        union all (table accounts except select zone, day, account, currency, debit, credit from booked)) as accounts
    ) as different order by day`.execute(db);
  return rows.map(({ day }) => day);
}
