import { type Kysely, sql } from "kysely";

/** The play counter leaves the row that lists are ordered by: that row follows it in steps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One key, no trigger, and room on a page to update every row of it at once: updates touch no index.
  await sql`
    create table series_plays (
      series_id text primary key,
      plays bigint not null
    ) with (fillfactor = 45)`.execute(db);
  await sql`insert into series_plays select id, play_count from series where play_count > 0`.execute(db);
  await sql`comment on column series.play_count is 'what lists are ordered by; follows series_plays every few minutes'`.execute(
    db,
  );
  // Plays that could not be added, so that they do not block the others.
  await sql`
    create table pending_play_stuck (
      id bigint primary key,
      series_id text not null,
      plays integer not null,
      code text not null,
      reason text not null,
      at timestamptz not null default now()
    )`.execute(db);
  // Work that one node at a time does. A lease needs no session, so it works behind a connection pooler.
  await sql`
    create table lease (
      name text primary key,
      holder text not null,
      until timestamptz not null
    )`.execute(db);
  // The order under tags is written by set together with the series' own.
  await sql`drop trigger series_tag_follow on series`.execute(db);
  await sql`
    create trigger series_tag_follow after update of published_at, poster on series for each row
    when (old.published_at is distinct from new.published_at or (old.poster is null) <> (new.poster is null))
    execute function series_tag_follow()`.execute(db);
}
