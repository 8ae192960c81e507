import { type Kysely, sql } from "kysely";

/**
 * Operators: who they are, how they prove it, and their sessions. Secrets are stored as hashes; the secret of one-time codes
 * is sealed with a key outside the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table operator (
    id text primary key,
    email text not null unique check (email = lower(email)),
    role text not null check (role in ('owner', 'editor', 'support', 'finance')),
    language text,
    state text not null check (state in ('invited', 'active', 'off')),
    version integer not null default 1,
    created_at timestamptz not null
  )`,
  `create table operator_passkey (
    id text primary key,
    operator_id text not null references operator on delete cascade,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null default '{}',
    backed_up boolean not null,
    name text not null,
    created_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index operator_passkey_operator on operator_passkey (operator_id)`,
  // Password and one-time codes belong together: neither is a proof without the other.
  `create table operator_secret (
    operator_id text primary key references operator on delete cascade,
    password_hash text,
    totp_sealed bytea,
    totp_step bigint not null default 0,
    recovery_hashes bytea[] not null default '{}',
    check ((password_hash is null) = (totp_sealed is null))
  )`,
  `create table operator_session (
    id text primary key,
    operator_id text not null references operator on delete cascade,
    token_hash bytea not null unique,
    device text not null,
    network text not null,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    fresh_until timestamptz,
    ends_at timestamptz not null
  )`,
  `create index operator_session_operator on operator_session (operator_id, created_at)`,
  // One open invitation an operator: a newer one makes the older link worthless.
  `create table operator_invite (
    operator_id text primary key references operator on delete cascade,
    code_hash bytea not null unique,
    sent_at timestamptz not null,
    ends_at timestamptz not null
  )`,
  // A step of a sign-in or of a new proof that waits for the browser's answer. Used once.
  `create table operator_challenge (
    id text primary key,
    purpose text not null check (purpose in ('sign_in', 'passkey', 'code', 'password')),
    operator_id text references operator on delete cascade,
    secret text,
    tries integer not null default 0,
    ends_at timestamptz not null
  )`,
  `create index operator_challenge_end on operator_challenge (ends_at)`,
  // What an act answered, for a browser that lost the answer.
  `create table console_request (
    operator_id text not null references operator on delete cascade,
    request_key text not null,
    call text not null,
    effect_hash text not null,
    answer jsonb not null,
    at timestamptz not null,
    primary key (operator_id, request_key)
  )`,
  `create index console_request_age on console_request (at)`,
  // Two owners who lower each other at once: the lock makes the second one see what the first did.
  `create function an_owner_stays() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(7205411890);
      if not exists (select from operator where role = 'owner' and state = 'active') then
        raise exception 'the last owner stays' using errcode = 'restrict_violation', constraint = 'last_owner';
      end if;
      return null;
    end $$`,
  `create constraint trigger operator_last_owner after update on operator
    for each row when (old.role = 'owner' and old.state = 'active' and (new.role <> 'owner' or new.state <> 'active'))
    execute function an_owner_stays()`,
  `create constraint trigger operator_last_owner_deleted after delete on operator
    for each row when (old.role = 'owner' and old.state = 'active')
    execute function an_owner_stays()`,
];
