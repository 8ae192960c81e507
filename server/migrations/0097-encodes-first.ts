import { type Kysely, sql } from "kysely";

/** Encodes that an operator moved to the front or cancelled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table asset add column priority integer not null default 0",
  "comment on column asset.priority is 'Those with more are encoded first.'",
  "alter table asset add column cancelled_at timestamptz",
  "comment on column asset.cancelled_at is 'Set while it is failed because an operator cancelled it.'",
  // The operators' list and the search for the highest priority read what is not ready, among many that are.
  "create index asset_open on asset (state, priority desc) where state in ('queued', 'encoding', 'failed')",
];
