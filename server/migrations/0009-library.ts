import { type Kysely, sql } from "kysely";

/**
 * My List, history and progress. They go with the visitor they belong to. Progress and history are rewritten every few
 * seconds while somebody watches: they have no index on a time, so that a new one needs no new index entries, and room
 * for it in the row's own page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table favorite (
      visitor_id text not null references visitor (id) on delete cascade,
      series_id text not null references series (id) on delete cascade,
      created_at timestamptz not null,
      primary key (visitor_id, series_id)
    )`.execute(db);
  await sql`
    create table progress (
      visitor_id text not null references visitor (id) on delete cascade,
      series_id text not null,
      episode_id text not null references episode (id) on delete cascade,
      position real not null,
      duration real not null,
      done boolean not null,
      watched_at timestamptz not null,
      primary key (visitor_id, series_id, episode_id)
    ) with (fillfactor = 80)`.execute(db);
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
    ) with (fillfactor = 80)`.execute(db);
  // When somebody cleared the whole history: nothing from before that comes back.
  await sql`
    create table history_cleared (
      visitor_id text primary key references visitor (id) on delete cascade,
      at timestamptz not null
    )`.execute(db);
  await plays(db);
}

/** What counts plays (R14). */
async function plays(db: Kysely<unknown>): Promise<void> {
  // A viewer's last counted play of an episode. `at` is when it was watched, as the viewer's device says; `counted_at`
  // when we heard of it: the next one counts half an hour after both, so that neither a report sent twice nor made-up
  // times count more.
  await sql`
    create table counted_play (
      visitor_id text not null references visitor (id) on delete cascade,
      episode_id text not null references episode (id) on delete cascade,
      at timestamptz not null,
      counted_at timestamptz not null,
      primary key (visitor_id, episode_id)
    )`.execute(db);
  // Plays that are counted but not yet added to their series: viewers never wait for each other at the series' row.
  await sql`
    create table pending_play (
      id bigint generated always as identity primary key,
      series_id text not null,
      plays integer not null
    )`.execute(db);
}
