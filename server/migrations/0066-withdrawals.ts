import { type Kysely, sql } from "kysely";

/**
 * Withdrawals of customers from an order, at most one for each, and when an entitlement was first used: at the first
 * segment of a locked episode that was served under it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table entitlement add column first_used_at timestamptz`,
  `create table withdrawal (
    id text primary key,
    order_id text not null unique references purchase_order,
    visitor_id text,
    outcome text not null check (outcome in ('whole', 'part', 'none', 'review')),
    why text check (why in ('used', 'changed', 'limit')),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    amount bigint not null check (amount >= 0),
    at timestamptz not null,
    closed_at timestamptz,
    closed_by text,
    close_note text,
    check (num_nonnulls(closed_at, closed_by, close_note) in (0, 3)),
    check ((outcome = 'none') = (amount = 0) or outcome = 'review')
  )`,
  `create index withdrawal_visitor on withdrawal (visitor_id, at)`,
  `create index withdrawal_open on withdrawal (at) where outcome = 'review' and closed_at is null`,
];
