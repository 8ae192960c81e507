import { type Kysely, sql } from "kysely";

/** The tables are large where a site is old, so the indexes are built beside the running work. */
export const isRepeatable = true;

/** Indexes that count who bought a series, watches it or is paying for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [index, what] of indexes) {
    await sql.raw(`drop index concurrently if exists ${index}`).execute(db);
    await sql.raw(`create index concurrently ${index} on ${what}`).execute(db);
  }
}

const indexes = [
  ["entitlement_series", "entitlement (series_id) where series_id is not null and revoked_at is null"],
  // The series of a row never changes, so progress is still written without new index entries.
  ["history_series", "history (series_id)"],
  [
    "order_unlock_open",
    "purchase_order (series_id) where kind = 'unlock' and state in ('pending', 'processing', 'review')",
  ],
];
