import { type Kysely, sql } from "kysely";

/** Orders are many where a site is old, so the index is built beside the running work. */
export const isRepeatable = true;

/** What was bought of a series lately, which the console's list of series shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists order_series_paid`.execute(db);
  await sql`create index concurrently order_series_paid on purchase_order (series_id, paid_at)
    where series_id is not null and paid_at is not null`.execute(db);
}
