import { type Kysely, sql } from "kysely";

/** Who asked for a refund by which request, what it does to the membership, and what support asks finance for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table refund add column operator_id text",
  "alter table refund add column request_key text",
  "alter table refund add column ends_membership boolean",
  `comment on column refund.ends_membership is
    'Whether the membership ends with it; null: it ends when nothing of the order is left.'`,
  // The same request is one refund of each capture, also after a lost answer.
  `create unique index refund_asked_once on refund (operator_id, request_key, capture_id) where request_key is not null`,
  `create table refund_request (
    id text primary key,
    order_id text not null references purchase_order,
    currency text not null,
    amount bigint not null check (amount > 0),
    reason text not null,
    note text not null,
    ends_membership boolean not null,
    asked_by text not null,
    at timestamptz not null,
    closed_at timestamptz,
    closed_by text,
    close_note text,
    check (num_nonnulls(closed_at, closed_by, close_note) in (0, 3))
  )`,
  `create unique index refund_request_open on refund_request (order_id) where closed_at is null`,
];
