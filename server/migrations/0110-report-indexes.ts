import { type Kysely, sql } from "kysely";

/** The tables are large where a site is old, so the indexes are built beside the running work. */
export const isRepeatable = true;

/** By what reports read: bookings by time, visitors of a series. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [index, what] of indexes) {
    await sql.raw(`drop index concurrently if exists ${index}`).execute(db);
    await sql.raw(`create index concurrently ${index} on ${what}`).execute(db);
  }
}

const indexes = [
  ["ledger_txn_at", "ledger_txn (at)"],
  ["funnel_step_series", "funnel_step (series_id, visitor_id)"],
];
