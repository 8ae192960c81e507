import { type Kysely, sql } from "kysely";

/** When backups and drills last succeeded and were last begun, on whichever node, and why the last one failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table backup_run (
    work text primary key check (work in ('backup', 'drill')),
    begun_at timestamptz,
    succeeded_at timestamptz,
    bytes bigint,
    fault text
  )`.execute(db);
}
