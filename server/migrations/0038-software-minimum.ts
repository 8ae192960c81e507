import { type Kysely, sql } from "kysely";

/** The oldest version of the software that may open this schema, so that an update can be undone by one release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table software_min (version text not null)`.execute(db);
  await sql`create unique index software_min_one_row on software_min ((true))`.execute(db);
  await sql`insert into software_min values ('0.1.0')`.execute(db);
}
