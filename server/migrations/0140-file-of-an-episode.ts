import { type Kysely, sql } from "kysely";

/**
 * The name of the file that an operator uploaded for an episode. Equal files are one asset, which has the name of the first. Null:
 * the asset's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table asset_episode add column file_name text`.execute(db);
}
