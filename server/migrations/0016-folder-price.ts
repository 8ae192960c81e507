import { type Kysely, sql } from "kysely";

/** What a series' folder last said that it costs, so that a folder taken in again does not undo another price. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table series add column folder_unlock_price jsonb`.execute(db);
}
