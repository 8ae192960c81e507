import { type Kysely, sql } from "kysely";

/**
 * Cleans tables that are written all the time before a fifth of them is dead rows: of a hundred million rows of progress, that
 * would be a pass over twenty million at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["progress", "history", "session", "visitor"])
    await sql
      .raw(
        `alter table ${table} set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
          autovacuum_vacuum_insert_scale_factor = 0.05)`,
      )
      .execute(db);
}
