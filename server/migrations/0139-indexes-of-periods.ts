import { type Kysely, sql } from "kysely";

/** Periods and their orders are many where a site is old, so the indexes are built beside the running work. */
export const isRepeatable = true;

/** What the report of memberships reads of periods and of their orders, so that it touches neither table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [index, what] of indexes) {
    await sql.raw(`drop index concurrently if exists ${index}`).execute(db);
    await sql.raw(`create index concurrently ${index} on ${what}`).execute(db);
  }
}

const indexes = [
  [
    "order_of_period",
    "purchase_order (id) include (kind, amount, list_amount, period_days) where kind <> 'unlock'",
  ],
  ["subscription_period_follows", "subscription_period (subscription_id, no) include (starts_at, order_id)"],
];
