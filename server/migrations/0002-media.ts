import { type Kysely, sql } from "kysely";

/** Assets behind episodes, their captions, the workers that make them, and the bundles already taken in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table asset (
      id text primary key,
      source_hash text not null,
      profile text not null,
      name text not null,
      state text not null check (state in ('queued', 'encoding', 'ready', 'failed')),
      duration double precision,
      width integer,
      height integer,
      bytes bigint,
      renditions jsonb,
      thumbnail jsonb,
      poster jsonb,
      cover jsonb,
      progress jsonb,
      error text,
      created_at timestamptz not null,
      ready_at timestamptz,
      unique (source_hash, profile)
    )`.execute(db);
  // An episode names its asset only when that is ready; until then it waits here.
  await sql`
    create table asset_episode (
      episode_id text primary key references episode on delete cascade,
      series_id text not null references series on delete cascade,
      number integer not null,
      asset_id text not null references asset
    )`.execute(db);
  await sql`create index asset_episode_asset on asset_episode (asset_id)`.execute(db);
  // A series whose folder brings no poster shows a frame of its first episode.
  await sql`
    create table series_art (
      series_id text primary key references series on delete cascade,
      episode_number integer not null
    )`.execute(db);
  await sql`
    create table caption (
      episode_id text not null references episode on delete cascade,
      language text not null,
      file text not null,
      body text not null,
      primary key (episode_id, language)
    )`.execute(db);
  await sql`create table media_worker (id text primary key, seen_at timestamptz not null)`.execute(db);
  await sql`create table bundle (key text primary key, hash text not null)`.execute(db);
}
