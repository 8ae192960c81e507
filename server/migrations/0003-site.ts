import { type Kysely, sql } from "kysely";

/** What the operator sets: public configuration entries and the site's face. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table config_entry (key text primary key, value text not null, updated_at timestamptz not null)`.execute(
    db,
  );
  await sql`create table site_setting (key text primary key, value jsonb not null, updated_at timestamptz not null)`.execute(
    db,
  );
}
