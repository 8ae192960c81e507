import { type Kysely, sql } from "kysely";

/** Addresses that operators were asked to change: each waits until the new mailbox is proved, or the old one objects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table address_change (
    visitor_id text primary key references visitor (id) on delete cascade,
    email text not null,
    ends_at timestamptz not null
  )`,
  "create index address_change_email on address_change (email)",
  `alter table account_link
    drop constraint account_link_purpose_check,
    add constraint account_link_purpose_check
      check (purpose in ('purchase', 'sign_in', 'new_address', 'keep_address')) not valid`,
];
