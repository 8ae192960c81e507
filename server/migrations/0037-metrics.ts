import { type Kysely, sql } from "kysely";

/** What the metrics need to be read once for all nodes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table collected_figures (
      source text primary key,
      figures jsonb not null,
      at timestamptz not null
    )`.execute(db);
  await sql`
    create table upkeep_success (
      task text primary key,
      at timestamptz not null
    )`.execute(db);
  // The previous release inserts without it.
  await sql`alter table pending_play add column queued_at timestamptz not null default now()`.execute(db);
}
