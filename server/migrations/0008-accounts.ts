import { type Kysely, sql } from "kysely";

/**
 * Guests and members in one table: a guest who registers stays the same row and so keeps everything. One who signs in
 * merges into the member and points at it from then on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table visitor (
      id text primary key,
      kind text not null check (kind in ('guest', 'member')),
      email text unique,
      password_hash text,
      facebook_id text unique,
      display_name text,
      language text,
      referrer_token text not null unique,
      merged_into text references visitor (id) on delete cascade,
      created_at timestamptz not null,
      registered_at timestamptz,
      deletes_at timestamptz,
      check ((kind = 'member') = (email is not null)),
      check (kind = 'guest' or merged_into is null)
    )`.execute(db);
  await sql`create index visitor_merged_into on visitor (merged_into) where merged_into is not null`.execute(
    db,
  );
  await sql`create index visitor_deletes_at on visitor (deletes_at) where deletes_at is not null`.execute(db);
  // SHA-256 of two secrets: the cookie's, and the header's for browsers without cookies. Either may be absent.
  await sql`
    create table session (
      id text primary key,
      visitor_id text not null references visitor (id) on delete cascade,
      cookie_hash bytea unique,
      header_hash bytea unique,
      device text not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index session_visitor on session (visitor_id)`.execute(db);
  await sql`create index session_last_seen on session (last_seen_at)`.execute(db);
  // One code a person: a newer mail makes the older one worthless.
  await sql`
    create table password_reset (
      visitor_id text primary key references visitor (id) on delete cascade,
      code_hash bytea not null unique,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`
    create table agreement (
      visitor_id text not null references visitor (id) on delete cascade,
      document text not null,
      version text not null,
      at timestamptz not null,
      primary key (visitor_id, document, version)
    )`.execute(db);
  // Attempts by what they are counted for (an account, an address), as hashes: no one's address lies here in the clear.
  await sql`
    create table throttle (
      key bytea primary key,
      count integer not null,
      since timestamptz not null,
      blocked_until timestamptz
    )`.execute(db);
}
