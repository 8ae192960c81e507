import { type Kysely, sql } from "kysely";

/** How many viewers each node saw watching in the last half minute. What a crash loses is counted anew within seconds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table watching_now (
    node text primary key, viewers integer not null, at timestamptz not null)`.execute(db);
}
