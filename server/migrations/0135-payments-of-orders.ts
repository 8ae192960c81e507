import { type Kysely, sql } from "kysely";

/** The tables are large where a site is old, so the indexes are built beside the running work. */
export const isRepeatable = true;

/**
 * The payments of an order and the refunds of a capture, however they ended, the orders of a campaign, and those that
 * were begun at an episode: without an index each look-up read the whole table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [index, what] of indexes) {
    await sql.raw(`drop index concurrently if exists ${index}`).execute(db);
    await sql.raw(`create index concurrently ${index} on ${what}`).execute(db);
  }
}

const indexes = [
  ["payment_order", "payment (order_id)"],
  ["refund_capture", "refund (capture_id)"],
  ["order_touch_channel", "order_touch (last_channel, order_id)"],
  ["order_episode", "purchase_order (episode_id) where episode_id is not null"],
];
