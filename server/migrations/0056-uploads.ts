import { type Kysely, sql } from "kysely";

/** Files that operators upload in the browser, and what a check of a film found out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table upload (
    id text primary key,
    series_id text not null references series on delete cascade,
    operator_id text not null,
    name text not null,
    size bigint not null check (size > 0),
    last_modified bigint not null,
    kind text not null check (kind in ('film', 'captions', 'poster', 'cover')),
    number integer,
    language text,
    state text not null check (state in ('receiving', 'checking', 'done', 'refused', 'cancelled')),
    sentence text,
    created_at timestamptz not null,
    touched_at timestamptz not null,
    -- One request at a time writes to the file; a lease ends by itself when its process is gone.
    lease text,
    lease_until timestamptz
  )`,
  `create index upload_series on upload (series_id, number) where state in ('receiving', 'checking', 'refused')`,
  `create index upload_touched on upload (touched_at) where state in ('receiving', 'checking')`,
  `create table film_check (
    asset_id text primary key references asset on delete cascade,
    has_sound boolean not null,
    width integer not null,
    height integer not null,
    duration double precision not null
  )`,
];
