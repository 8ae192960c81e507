import { type Kysely, sql } from "kysely";

/** Pictures that operators upload and whose part is still to be chosen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table upload add column waits boolean not null default false`,
  `comment on column upload.waits is 'a picture: all of it is kept as received until an operator chooses its part'`,
  `alter table upload drop constraint upload_state_check`,
  `alter table upload add constraint upload_state_check
    check (state in ('receiving', 'received', 'checking', 'done', 'refused', 'cancelled'))`,
  `drop index upload_touched`,
  `create index upload_touched on upload (touched_at) where state in ('receiving', 'received', 'checking')`,
];
