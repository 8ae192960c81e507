import { type Kysely, sql } from "kysely";

/**
 * Changes of the method that a membership renews by: how far each is at its gateway, and the order that it charges at once.
 * And which emails about expiring cards were sent, each once for a charge.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table instrument_setup (
    id text primary key,
    visitor_id text,
    subscription_id text not null references subscription,
    gateway text not null check (gateway in ('stripe', 'paypal')),
    remote_id text,
    state text not null check (state in ('new', 'open', 'action', 'succeeded', 'failed', 'expired')),
    idem_key text not null unique,
    tries integer not null default 0,
    reason text,
    instrument_id text references instrument,
    order_id text references purchase_order,
    next_inspect_at timestamptz,
    inspections integer not null default 0,
    expires_at timestamptz not null,
    created_at timestamptz not null,
    unique (gateway, remote_id)
  )`,
  `create index instrument_setup_visitor on instrument_setup (visitor_id, created_at)`,
  `create index instrument_setup_due on instrument_setup (next_inspect_at) where next_inspect_at is not null`,
  `create table expiry_notice (
    subscription_id text not null references subscription,
    period_no integer not null,
    days integer not null check (days in (7, 30)),
    at timestamptz not null,
    primary key (subscription_id, period_no, days)
  )`,
];
