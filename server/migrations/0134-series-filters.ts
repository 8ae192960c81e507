import { type Kysely, sql } from "kysely";

/** Series and drops are many where a site is large, so the indexes are built beside the running work. */
export const isRepeatable = true;

/** What the console's list of series is filtered by: drops to come, the week of a drop, an own price, and who changed a series last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [index, what] of indexes) {
    await sql.raw(`drop index concurrently if exists ${index}`).execute(db);
    await sql.raw(`create index concurrently ${index} on ${what}`).execute(db);
  }
}

const changed = "greatest(edited_at, updated_at) desc, id desc";

const indexes = [
  ["release_drop_open", "release_drop (series_id) where state in ('planned', 'blocked')"],
  ["release_drop_blocked", "release_drop (series_id) where state = 'blocked'"],
  ["release_drop_local", "release_drop (local_at, series_id) where state <> 'cancelled'"],
  ["series_priced", `series (${changed}) where unlock_price is not null`],
  ["series_edited_by_operator", `series (edited_by, ${changed}) where edited_by is not null`],
];
