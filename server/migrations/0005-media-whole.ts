import { type Kysely, sql } from "kysely";

/** What a changed folder needs: prices as the folder names them, who encodes what, and what nobody refers to any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Smallest units by currency. Nothing is sold by it yet.
  await sql`alter table series add column unlock_price jsonb`.execute(db);
  // The worker that encodes the asset; it alone may finish it.
  await sql`alter table asset add column worker text`.execute(db);
  await sql`create index asset_encoding on asset (worker) where state = 'encoding'`.execute(db);
  await sql`alter table asset add column orphaned_at timestamptz`.execute(db);
  await sql`create index asset_orphaned on asset (orphaned_at) where orphaned_at is not null`.execute(db);
  // A worker of this host whose process is gone is dead at once, and not only when it was silent for long.
  await sql`alter table media_worker add column host text not null default ''`.execute(db);
  await sql`alter table media_worker add column pid integer not null default 0`.execute(db);
  // Which picture a series shows, so that the same one is not cut and compressed again.
  await sql`alter table series_art add column source_hash text`.execute(db);
}
