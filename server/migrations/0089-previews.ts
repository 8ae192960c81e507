import { type Kysely, sql } from "kysely";

/** Links by which people without an account see a series before it is published. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table preview (
    id text primary key,
    series_id text not null references series on delete cascade,
    code_hash bytea not null unique,
    made_at timestamptz not null,
    made_by text not null,
    ends_at timestamptz not null,
    ended_at timestamptz
  )`,
  `comment on column preview.code_hash is 'SHA-256 of the code in the link, which is stored nowhere'`,
  // A series has one link at most.
  `create unique index preview_series on preview (series_id) where ended_at is null`,
  `create table preview_opening (
    preview_id text not null references preview on delete cascade,
    at timestamptz not null,
    seen_as text not null check (seen_as in ('guest', 'member', 'unlocked')),
    device text not null
  )`,
  `create index preview_opening_newest on preview_opening (preview_id, at desc)`,
  `create trigger preview_is_audited before insert or update or delete or truncate on preview
    for each statement execute function change_is_audited()`,
];
