import { type Kysely, sql } from "kysely";

/** The tables are large where a site is old, so the indexes are built beside the running work. */
export const isRepeatable = true;

/** What was sold in a span of time: Today and the net of a plan ask so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [index, what] of indexes) {
    await sql.raw(`drop index concurrently if exists ${index}`).execute(db);
    await sql.raw(`create index concurrently ${index} on ${what}`).execute(db);
  }
}

const indexes = [
  [
    "purchase_order_paid",
    "purchase_order (paid_at) include (id, kind, state, currency, amount) where paid_at is not null",
  ],
];
