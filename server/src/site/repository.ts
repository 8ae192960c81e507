import type { Db } from "#platform/db/database";
import type { SiteTables } from "./tables.ts";

/** All configuration entries, as stored. */
export async function listConfigEntries(db: Db): Promise<{ key: string; value: string }[]> {
  return db.$extendTables<SiteTables>().selectFrom("config_entry").select(["key", "value"]).orderBy("key").execute();
}

/** All settings of the site, by their key. */
export async function listSiteSettings(db: Db): Promise<Record<string, unknown>> {
  const rows = await db.$extendTables<SiteTables>().selectFrom("site_setting").select(["key", "value"]).execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}
