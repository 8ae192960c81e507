import { type Kysely, sql } from "kysely";

/** The key that signs media addresses where the environment brings none: all nodes on this database share it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table grant_key (id text primary key, secret text not null, created_at timestamptz not null)`.execute(
    db,
  );
}
