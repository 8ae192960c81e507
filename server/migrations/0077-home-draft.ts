import { type Kysely, sql } from "kysely";

/** The unpublished changes of the home screen, and its versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table home (
    id smallint primary key default 1 check (id = 1),
    version integer not null default 1,
    draft jsonb,
    changed_at timestamptz,
    changed_by text,
    published_at timestamptz,
    published_by text
  )`,
  `comment on table home is 'One row. The published sections are in section; draft is null when nothing is unpublished.'`,
  `insert into home default values`,
  `create table home_version (
    version integer primary key,
    cause text not null check (cause in ('begin', 'change', 'publish', 'discard', 'restore', 'command')),
    sections jsonb not null,
    at timestamptz not null,
    actor text not null
  )`,
  ...["home", "home_version"].map(
    (table) => `create trigger ${table}_is_audited before insert or update or delete or truncate on ${table}
      for each statement execute function change_is_audited()`,
  ),
];
