import { type Kysely, sql } from "kysely";

/**
 * Sums of the ledger by month, made of those of its days, so that a year by series reads twelve of them. A month counts only while all
 * its days do: whatever removes the row of a day removes that of its month in the same transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const key = "zone text not null, month date not null";

const statements = [
  `create table ledger_month (
    ${key},
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    primary key (zone, month)
  )`,
  `create table ledger_month_sum (
    ${key},
    facet text not null check (facet in ('plan', 'series', 'gateway')),
    key text not null,
    currency text not null,
    sales bigint not null,
    refunds bigint not null,
    disputes bigint not null,
    fees bigint not null,
    exchanged bigint not null,
    net bigint not null,
    primary key (facet, zone, month, key, currency)
  )`,
  `create function ledger_month_ends() returns trigger language plpgsql as $$
    begin
      delete from ledger_month m using removed d where m.zone = d.zone and m.month = date_trunc('month', d.day)::date;
      return null;
    end $$`,
  `create trigger ledger_day_ends_month after delete on ledger_day referencing old table as removed
    for each statement execute function ledger_month_ends()`,
];
