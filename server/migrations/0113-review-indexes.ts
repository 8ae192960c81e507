import { type Kysely, sql } from "kysely";

/** The tables are large where a site is old, so the indexes are built beside the running work. */
export const isRepeatable = true;

/** The few rows of large tables that need manual review: Today asks for them every some seconds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [index, what] of indexes) {
    await sql.raw(`drop index concurrently if exists ${index}`).execute(db);
    await sql.raw(`create index concurrently ${index} on ${what}`).execute(db);
  }
}

const indexes = [
  ["ledger_entry_dispute_hold", "ledger_entry (txn_id) where account = 'dispute_hold'"],
  ["payment_second", "payment (id) where second_of is not null"],
  ["refund_failed", "refund (id) where state = 'failed'"],
  ["entitlement_resting", "entitlement (source_id) where suspended_at is not null and revoked_at is null"],
  ["webhook_inbox_failed", "webhook_inbox (id) where state = 'failed'"],
];
