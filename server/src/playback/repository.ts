import type { Db } from "#platform/db/database";
import type { GrantKey } from "./grants.ts";
import type { PlaybackTables } from "./tables.ts";

/** Returns the installation's own keys, newest first. Saves `fresh` if there is none yet. */
export async function saveGrantKey(db: Db, fresh: GrantKey, at: Date): Promise<GrantKey[]> {
  const tables = db.$extendTables<PlaybackTables>();
  await tables
    .insertInto("grant_key")
    .values({ ...fresh, created_at: at })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  return tables.selectFrom("grant_key").select(["id", "secret"]).orderBy("created_at", "desc").execute();
}
