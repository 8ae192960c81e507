import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { SiteTables } from "./tables.ts";

/** Lists all configuration entries, as stored. */
export async function listConfigEntries(db: Db): Promise<{ key: string; value: string }[]> {
  return db
    .$extendTables<SiteTables>()
    .selectFrom("config_entry")
    .select(["key", "value"])
    .orderBy("key")
    .execute();
}

/** Returns all settings of the site, by key. */
export async function listSiteSettings(db: Db): Promise<Record<string, unknown>> {
  const rows = await db
    .$extendTables<SiteTables>()
    .selectFrom("site_setting")
    .select(["key", "value"])
    .execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

/** Keeps other changes of settings and entries out until this transaction ends. */
export async function lockSiteSettings(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('site settings'))`.execute(trx);
}

/** Returns when each setting and each entry was last written, by key. */
export async function listSiteMoments(db: Db): Promise<Record<string, Date>> {
  const site = db.$extendTables<SiteTables>();
  const rows = [
    ...(await site.selectFrom("site_setting").select(["key", "updated_at"]).execute()),
    ...(await site.selectFrom("config_entry").select(["key", "updated_at"]).execute()),
  ];
  return Object.fromEntries(rows.map((row) => [row.key, row.updated_at]));
}

/** Inserts or replaces a configuration entry. */
export async function upsertConfigEntry(db: Db, entry: SiteTables["config_entry"]): Promise<void> {
  await db
    .$extendTables<SiteTables>()
    .insertInto("config_entry")
    .values(entry)
    .onConflict((conflict) => conflict.column("key").doUpdateSet(entry))
    .execute();
}

/** Deletes a configuration entry; returns whether it existed. */
export async function deleteConfigEntry(db: Db, key: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .$extendTables<SiteTables>()
    .deleteFrom("config_entry")
    .where("key", "=", key)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Inserts or replaces a setting of the site. */
export async function upsertSiteSetting(
  db: Db,
  { value, ...setting }: { key: string; value: string; updated_at: Date },
): Promise<void> {
  const row = { ...setting, value: JSON.stringify(value) };
  await db
    .$extendTables<SiteTables>()
    .insertInto("site_setting")
    .values(row)
    .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
    .execute();
}

/** Deletes a setting of the site; returns whether it existed. */
export async function deleteSiteSetting(db: Db, key: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .$extendTables<SiteTables>()
    .deleteFrom("site_setting")
    .where("key", "=", key)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
