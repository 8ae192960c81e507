import { type Kysely, sql } from "kysely";

/** Each unique index of purchases lets in the row that a sign-in made second. */
export const isRepeatable = true;

/** Builds the new indexes first, so that their guarantee is never gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [former, index, what] of indexes) {
    await sql.raw(`drop index concurrently if exists ${index}`).execute(db);
    await sql.raw(`create unique index concurrently ${index} on ${what} and merged_from is null`).execute(db);
    await sql.raw(`drop index concurrently if exists ${former}`).execute(db);
  }
}

const indexes = [
  [
    "subscription_live",
    "subscription_live_own",
    "subscription (visitor_id) where state in ('trialing', 'active', 'past_due')",
  ],
  [
    "order_unlock",
    "order_unlock_own",
    `purchase_order (visitor_id, series_id) where kind = 'unlock'
      and state in ('pending', 'processing', 'review', 'paid', 'partially_refunded', 'disputed')`,
  ],
  [
    "order_subscribe",
    "order_subscribe_own",
    `purchase_order (visitor_id) where kind = 'subscribe' and state in ('pending', 'processing', 'review')`,
  ],
  [
    "order_change",
    "order_change_own",
    `purchase_order (visitor_id) where kind = 'change' and state in ('pending', 'processing', 'review')`,
  ],
];
