import { type Kysely, sql } from "kysely";

/** Evidence for disputes: a draft from our records, which a person edits and sends once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table dispute_case (
    id text primary key,
    gateway text not null check (gateway in ('stripe', 'paypal')),
    dispute_id text not null,
    payment_id text not null references payment,
    order_id text not null references purchase_order,
    state text not null check (state in ('drafted', 'reviewed', 'submitted', 'won', 'lost', 'expired')),
    reason text,
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    amount bigint not null check (amount >= 0),
    texts jsonb not null,
    due_by timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    sent_at timestamptz,
    sent_by text,
    unique (gateway, dispute_id),
    check (num_nonnulls(sent_at, sent_by) in (0, 2)),
    check (state <> 'submitted' or sent_at is not null)
  )`,
  `create index dispute_case_order on dispute_case (order_id)`,
  `create index dispute_case_due on dispute_case (due_by) where state in ('drafted', 'reviewed')`,
];
