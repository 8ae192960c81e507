import { type Kysely, sql } from "kysely";

/** What a payment told its gateway's fraud rules when it was created: a repeat of that request must be the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment add column risk_facts jsonb`.execute(db);
}
