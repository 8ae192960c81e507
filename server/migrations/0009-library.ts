import { type Kysely, sql } from "kysely";

/** My List, history and progress. They go with the visitor they belong to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table favorite (
      visitor_id text not null references visitor (id) on delete cascade,
      series_id text not null references series (id) on delete cascade,
      created_at timestamptz not null,
      primary key (visitor_id, series_id)
    )`.execute(db);
  await sql`create index favorite_newest on favorite (visitor_id, created_at desc, series_id)`.execute(db);
  await sql`
    create table progress (
      visitor_id text not null references visitor (id) on delete cascade,
      episode_id text not null references episode (id) on delete cascade,
      series_id text not null references series (id) on delete cascade,
      position real not null,
      duration real not null,
      done boolean not null,
      watched_at timestamptz not null,
      primary key (visitor_id, episode_id)
    )`.execute(db);
  await sql`create index progress_series on progress (visitor_id, series_id)`.execute(db);
  // One row a series: the episode watched last. Removed rows stay without an episode, so that reports from before the
  // removal, which come late from a phone that was offline, do not bring it back.
  await sql`
    create table history (
      visitor_id text not null references visitor (id) on delete cascade,
      series_id text not null references series (id) on delete cascade,
      episode_id text references episode (id) on delete cascade,
      watched_at timestamptz not null,
      removed_at timestamptz,
      primary key (visitor_id, series_id)
    )`.execute(db);
  await sql`
    create index history_newest on history (visitor_id, watched_at desc, series_id) where episode_id is not null
  `.execute(db);
  // When somebody cleared the whole history: nothing from before that comes back.
  await sql`
    create table history_cleared (
      visitor_id text primary key references visitor (id) on delete cascade,
      at timestamptz not null
    )`.execute(db);
  // When a viewer's last counted play of an episode began: the next one counts half an hour later (R14).
  await sql`
    create table counted_play (
      visitor_id text not null references visitor (id) on delete cascade,
      episode_id text not null references episode (id) on delete cascade,
      at timestamptz not null,
      primary key (visitor_id, episode_id)
    )`.execute(db);
}
