import { type Kysely, sql } from "kysely";

/** Steps are many where a site is old, so the index is built beside the running work. */
export const isRepeatable = true;

/**
 * What visitors of a series did, in the order in which retention reads it, so that the report reads the index alone instead of one page
 * of a partition for each visitor. A partition that the upkeep creates meanwhile gets its part with its table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index if not exists funnel_step_reached on only funnel_step ${sql.raw(columns)}`.execute(db);
  const { rows } = await sql<{ partition: string }>`
    select inhrelid::regclass::text as partition from pg_inherits
    where inhparent = 'funnel_step'::regclass and not exists (
      select from pg_index own join pg_inherits part on part.inhrelid = own.indexrelid
      where own.indrelid = pg_inherits.inhrelid and part.inhparent = 'funnel_step_reached'::regclass)`.execute(
    db,
  );
  for (const { partition } of rows) {
    const index = `${partition}_reached`;
    await sql.raw(`drop index concurrently if exists ${index}`).execute(db);
    await sql.raw(`create index concurrently ${index} on ${partition} ${columns}`).execute(db);
    await sql.raw(`alter index funnel_step_reached attach partition ${index}`).execute(db);
  }
  await sql`drop index if exists funnel_step_series`.execute(db);
}

const columns = "(series_id, visitor_id, at) include (step, episode_number, first_channel, last_channel)";
