import { type Kysely, sql } from "kysely";

/** States of series, the unpublished changes of live ones, their versions, and findings that an operator accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table series
    add column state text not null default 'live' check (state in ('draft', 'live', 'withdrawn')),
    add column version integer not null default 1,
    add column edited_at timestamptz,
    add column edited_by text`,
  `comment on column series.state is 'A series is visible when it is live, has a poster and an episode; published_at follows.'`,
  // Uploaded episodes wait until an operator publishes the series.
  `alter table episode add column held boolean not null default false`,
  // Each order of the console's list ends with the id, so that a page continues where the last one ended.
  `create index series_edited on series (greatest(edited_at, updated_at) desc, id desc)`,
  `create index series_edited_by_state on series (state, greatest(edited_at, updated_at) desc, id desc)`,
  `create index series_created on series (created_at desc, id desc)`,
  `create index series_played on series (play_count desc, id desc)`,
  `create index series_titled on series ((lower(coalesce(title ->> 'en', title ->> language, ''))) , id)`,
  `create table series_draft (
    series_id text primary key references series on delete cascade,
    content jsonb not null
  )`,
  `create table series_version (
    series_id text not null references series on delete cascade,
    version integer not null,
    cause text not null check (cause in ('begin', 'change', 'publish', 'discard', 'restore', 'withdraw')),
    content jsonb not null,
    fields text[] not null,
    at timestamptz not null,
    actor text not null,
    primary key (series_id, version)
  )`,
  `create table finding_acceptance (
    series_id text not null references series on delete cascade,
    key text not null,
    word text not null,
    at timestamptz not null,
    actor text not null,
    primary key (series_id, key)
  )`,
  ...["series_draft", "series_version", "finding_acceptance"].map(
    (table) => `create trigger ${table}_is_audited before insert or update or delete or truncate on ${table}
      for each statement execute function change_is_audited()`,
  ),
];
