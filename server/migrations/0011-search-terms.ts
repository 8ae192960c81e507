import { type Kysely, sql } from "kysely";

/** What is looked for, by day and language, as numbers alone: trending terms come from it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_term (
      day date not null,
      language text not null,
      term text not null,
      count integer not null,
      primary key (day, language, term)
    )`.execute(db);
}
