import { type Kysely, sql } from "kysely";

/** Every media file with its size and hash, so that a backup lists them without reading them again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table media_file (
      key text primary key,
      bytes bigint not null,
      sha256 text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
}
