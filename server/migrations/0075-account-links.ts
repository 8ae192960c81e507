import { type Kysely, sql } from "kysely";

/** The address that a guest bought with, until its mailbox is proved, and the links that prove it: only their hashes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table visitor add column pending_email text",
  "create index visitor_pending_email on visitor (pending_email) where pending_email is not null",
  // The newest link of a purpose replaces the one before it.
  `create table account_link (
    email text not null,
    purpose text not null check (purpose in ('purchase', 'sign_in')),
    code_hash bytea not null unique,
    ends_at timestamptz not null,
    primary key (email, purpose)
  )`,
];
