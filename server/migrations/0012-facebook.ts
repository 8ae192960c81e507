import { type Kysely, sql } from "kysely";

/** Ways back from Facebook that were walked, so that none is walked twice; and sign-ins that wait for a person's next step. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table facebook_return (
      secret_hash bytea primary key,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index facebook_return_ends_at on facebook_return (ends_at)`.execute(db);
  // member_id: the account that it is linked to at the next sign-in by password; null: a new member who has to agree.
  await sql`
    create table facebook_pending (
      token_hash bytea primary key,
      facebook_id text not null,
      email text not null,
      display_name text,
      member_id text references visitor (id) on delete cascade,
      ends_at timestamptz not null
    )`.execute(db);
  await sql`create index facebook_pending_member on facebook_pending (member_id)`.execute(db);
  await sql`create index facebook_pending_ends_at on facebook_pending (ends_at)`.execute(db);
}
