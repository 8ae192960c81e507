import { type Kysely, sql } from "kysely";

/** Which media storage this database belongs to, so that an unmounted disk is noticed and never filled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table media_marker (
      only_one boolean primary key default true check (only_one),
      marker text not null
    )`.execute(db);
}
