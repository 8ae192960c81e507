import { type Kysely, sql } from "kysely";

/** The tables are large where a site is old, so the indexes are built beside the running work. */
export const isRepeatable = true;

/**
 * By what deleting a series looks for its rows. Progress reports pay nothing for these two; indexes by episode would cost
 * them, so there are none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [index, what] of indexes) {
    await sql.raw(`drop index concurrently if exists ${index}`).execute(db);
    await sql.raw(`create index concurrently ${index} on ${what}`).execute(db);
  }
}

const indexes = [
  ["history_series", "history (series_id)"],
  ["favorite_series", "favorite (series_id)"],
];
