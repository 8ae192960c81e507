import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";

/** Lists the months of a zone whose days are all summed and that have no sums themselves. */
export async function listMonthsToSum(db: Db, zone: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select month::text from (
      select date_trunc('month', day)::date as month, count(*) as days from ledger_day
      where zone = ${zone} and summed_at is not null group by 1
    ) as summed
    where days = extract(day from month + interval '1 month - 1 day')
      and not exists (select from ledger_month own where own.zone = ${zone} and own.month = summed.month)
    order by month desc`.execute(db);
  return rows.map(({ month }) => month);
}

/**
 * Sums up a month from its days, which stay as they are until the transaction ends: a booking into one of them waits, and then removes
 * the month with the day. Returns false without sums where a day is missing or somebody else has one.
 */
export async function sumMonth(trx: Trx, zone: string, month: string): Promise<boolean> {
  const within = sql`zone = ${zone} and day >= ${month}::date and day < ${month}::date + interval '1 month'`;
  const { rows } = await sql`
    with held as (
      select starts_at, ends_at from ledger_day where ${within} and summed_at is not null for update skip locked)
    insert into ledger_month (zone, month, starts_at, ends_at)
    select ${zone}, ${month}, min(starts_at), max(ends_at) from held
    having count(*) = extract(day from ${month}::date + interval '1 month - 1 day')
    on conflict do nothing returning month`.execute(trx);
  if (rows.length === 0) return false;
  await sql`delete from ledger_month_sum where zone = ${zone} and month = ${month}`.execute(trx);
  await sql`
    insert into ledger_month_sum (zone, month, facet, key, currency, sales, refunds, disputes, fees, exchanged, net)
    select zone, ${month}::date, facet, key, currency, sum(sales), sum(refunds), sum(disputes), sum(fees), sum(exchanged), sum(net)
    from ledger_day_sum where ${within} group by zone, facet, key, currency order by facet, key, currency`.execute(
    trx,
  );
  return true;
}

/** Returns the months whose sums differ from those of their days, as `2026-10`. */
export async function findDifferentMonths(db: Db): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    with days as (
      select zone, month, facet, key, currency, sum(sales) as sales, sum(refunds) as refunds, sum(disputes) as disputes,
        sum(fees) as fees, sum(exchanged) as exchanged, sum(net) as net
      from ledger_day_sum join ledger_month using (zone) where date_trunc('month', day)::date = month group by 1, 2, 3, 4, 5),
    kept as (
      select zone, month, facet, key, currency, sales, refunds, disputes, fees, exchanged, net
      from ledger_month_sum join ledger_month using (zone, month))
    select distinct to_char(month, 'YYYY-MM') as month from (
      (table days except table kept) union all (table kept except table days)) as different order by 1`.execute(
    db,
  );
  return rows.map(({ month }) => month);
}

/** Forgets the sums of months, named as `2026-10`, so that reports read their days until they are summed anew. */
export async function forgetMonths(db: Db, months: readonly string[]): Promise<void> {
  await sql`delete from ledger_month where to_char(month, 'YYYY-MM') = any(${[...months]}::text[])`.execute(
    db,
  );
}
