import { type Kysely, sql } from "kysely";

/**
 * Keys of the links in receipt emails, by which a customer withdraws without signing in, and the index that finds what
 * the same card or PayPal account paid for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table withdrawal_key (
    hash bytea primary key check (length(hash) = 32),
    order_id text not null references purchase_order,
    at timestamptz not null
  )`,
  `create index withdrawal_key_order on withdrawal_key (order_id)`,
  `create index withdrawal_key_at on withdrawal_key (at)`,
  `create index instrument_fingerprint on instrument (fingerprint) where fingerprint is not null`,
];
