import { type Kysely, sql } from "kysely";

const searchHits =
  "search_hits(text, text, tsquery, tsquery, tsquery, tsquery, integer, integer, integer, integer, integer, integer, integer, integer)";

/**
 * Lets a search be planned for its words. The role plans all other statements once, without regard to their parameters; how
 * common a word is decides which index finds it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function ${sql.raw(searchHits)} set plan_cache_mode = auto`.execute(db);
}
