import { type Kysely, sql } from "kysely";

/** Restores of backups. Until one is resumed, nothing is charged or refunded by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table restored (
    at timestamptz primary key default now(),
    snapshot_at timestamptz not null,
    resumed_at timestamptz
  )`.execute(db);
}
