import { type Kysely, sql } from "kysely";

/**
 * Saved payment methods that their owner sees and manages. A method that was removed is deleted at its gateway afterwards,
 * by a task, so that a crash between the two loses nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table instrument
    add column usage text not null default 'off_session' check (usage in ('on_session', 'off_session')),
    add column wallet text check (wallet in ('apple_pay', 'google_pay', 'link')),
    add column is_default boolean not null default false,
    add column removed_at timestamptz`,
  `create unique index instrument_default on instrument (visitor_id) where is_default`,
  `create index instrument_removed on instrument (removed_at) where removed_at is not null and status <> 'detached'`,
];
