import { type Kysely, sql } from "kysely";

/** Messages to the operator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ticket (
      id text primary key,
      number bigint generated always as identity unique,
      email text not null,
      subject text not null,
      text text not null,
      language text not null,
      visitor_id text,
      state text not null default 'open' check (state in ('open', 'closed')),
      created_at timestamptz not null,
      closed_at timestamptz
    )`.execute(db);
  await sql`create index ticket_waiting on ticket (state, created_at, id)`.execute(db);
  await sql`create index ticket_visitor on ticket (visitor_id) where visitor_id is not null`.execute(db);
}
