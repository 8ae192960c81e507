import { type Kysely, sql } from "kysely";

/** The member whose account has what a browser bought as a guest, when the email's link was opened elsewhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "alter table visitor add column claimed_by text references visitor (id) on delete set null",
  "create index visitor_claimed_by on visitor (claimed_by) where claimed_by is not null",
];
