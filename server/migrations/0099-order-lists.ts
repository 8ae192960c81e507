import { type Kysely, sql } from "kysely";

/** The table of orders is large where a site is old, so the indexes are built beside the running work. */
export const isRepeatable = true;

/** The indexes of the console's lists: orders, the entries of one in the books, and what was closed in the review queue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [index, what] of indexes) {
    await sql.raw(`drop index concurrently if exists ${index}`).execute(db);
    await sql.raw(`create index concurrently ${index} on ${what}`).execute(db);
  }
}

const indexes = [
  ["order_newest", "purchase_order (created_at desc, id desc)"],
  ["order_state_newest", "purchase_order (state, created_at desc, id desc)"],
  ["payment_attempt_decline", "payment_attempt (decline_code) where decline_code is not null"],
  ["ledger_txn_order", "ledger_txn (order_id) where order_id is not null"],
  ["money_log_review", "money_log (id desc) where subject = 'review'"],
  ["order_touch_last_channel", "order_touch (last_channel) where last_channel is not null"],
];
