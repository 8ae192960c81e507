import { type Kysely, sql } from "kysely";

/** From when and until when a section of the home screen is shown, and up to when cached pages have followed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table section add column shown jsonb`,
  `comment on column section.shown is '{from, until}: moments, null for none; null: always'`,
  `create table home_turn (
    id smallint primary key default 1 check (id = 1),
    at timestamptz not null
  )`,
  `comment on table home_turn is 'One row: sections that begin or end later are still to be announced.'`,
  `insert into home_turn (at) values ('epoch')`,
];
