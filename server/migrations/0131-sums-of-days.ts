import { type Kysely, sql } from "kysely";

/**
 * Sums of the ledger by day of the site's zone, which reports read. A day counts while it has a row with `summed_at`; whatever is
 * booked into it later removes that row in the same transaction, and reports read its entries again until it is summed anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const key = "zone text not null, day date not null";

const statements = [
  `create table ledger_day (
    ${key},
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    summed_at timestamptz,
    primary key (zone, day)
  )`,
  `comment on column ledger_day.summed_at is 'null: announced, so that bookings which are under way remove the row'`,
  `create index ledger_day_ends on ledger_day (ends_at)`,
  `create table ledger_day_sum (
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
    primary key (facet, zone, day, key, currency)
  )`,
  `create index ledger_day_sum_series on ledger_day_sum (key, zone, day) where facet = 'series'`,
  `create table ledger_day_account (
    ${key},
    account text not null,
    currency text not null,
    debit bigint not null,
    credit bigint not null,
    primary key (zone, day, account, currency)
  )`,
  `create function ledger_day_ends() returns trigger language plpgsql as $$
    begin
      delete from ledger_day using added where added.at >= starts_at and added.at < ends_at;
      return null;
    end $$`,
  `create trigger ledger_txn_ends_day after insert on ledger_txn referencing new table as added
    for each statement execute function ledger_day_ends()`,
];
