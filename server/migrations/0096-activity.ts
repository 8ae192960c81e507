import { type Kysely, sql } from "kysely";

/**
 * What moves, for the one call that the console polls: each change of a film, an upload or an act on many series adds a row with its
 * transaction. Rows are only added, so nothing that works waits for another; those of more than an hour ago are deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const add = "insert into activity (kind, subject)";

const statements = [
  `create table activity (
    id bigint generated always as identity primary key,
    changed xid8 not null default pg_current_xact_id(),
    kind text not null check (kind in ('series', 'bulk')),
    subject text not null,
    at timestamptz not null default now()
  )`,
  `comment on column activity.changed is
    'The transaction: a reader asks from the oldest that still ran when it last asked, so that no late commit is missed.'`,
  `create index activity_changed on activity (changed, kind, subject)`,
  `create function asset_moved() returns trigger language plpgsql as $$ begin
    ${add} select 'series', series_id from asset_episode where asset_id = new.id group by series_id;
    return null;
  end $$`,
  `create trigger asset_moves after update of state, progress, error on asset for each row
    when (old.state <> new.state or old.progress is distinct from new.progress or old.error is distinct from new.error)
    execute function asset_moved()`,
  `create function upload_moved() returns trigger language plpgsql as $$ begin
    ${add} values ('series', new.series_id);
    return null;
  end $$`,
  `create trigger upload_moves after insert or update of state, touched_at, number, kind on upload
    for each row execute function upload_moved()`,
  `create function bulk_moved() returns trigger language plpgsql as $$ begin
    ${add} select distinct 'bulk', bulk_id from changed_rows;
    return null;
  end $$`,
  `create trigger bulk_moves after update on series_bulk_row referencing new table as changed_rows
    for each statement execute function bulk_moved()`,
  `create function bulk_ended() returns trigger language plpgsql as $$ begin
    ${add} values ('bulk', new.id);
    return null;
  end $$`,
  `create trigger bulk_ends after update of ended_at on series_bulk for each row execute function bulk_ended()`,
];
