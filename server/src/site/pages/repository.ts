import type { Language, PageName } from "@cliffhanger/contract";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { SiteTables } from "../tables.ts";

const tables = (db: Db) => db.$extendTables<SiteTables>();

/** Names a page in a language. */
export interface PageKey {
  name: PageName;
  language: Language;
}

/** Lists the rows of all pages that operators changed. */
export async function listPages(db: Db): Promise<Selectable<SiteTables["page"]>[]> {
  return tables(db).selectFrom("page").selectAll().orderBy("name").orderBy("language").execute();
}

/** Returns the row of a page; undefined when no operator ever changed it. */
export async function findPage(
  db: Db,
  { name, language }: PageKey,
): Promise<Selectable<SiteTables["page"]> | undefined> {
  return tables(db)
    .selectFrom("page")
    .selectAll()
    .where("name", "=", name)
    .where("language", "=", language)
    .executeTakeFirst();
}

/** Inserts or replaces the row of a page, and keeps it as a version. */
export async function savePage(
  trx: Trx,
  { cause, ...row }: Insertable<SiteTables["page"]> & { cause: SiteTables["page_version"]["cause"] },
): Promise<void> {
  await tables(trx)
    .insertInto("page")
    .values(row)
    .onConflict((conflict) => conflict.columns(["name", "language"]).doUpdateSet(row))
    .execute();
  const { changed_at: at, changed_by: actor, ...kept } = row;
  await tables(trx)
    .insertInto("page_version")
    .values({ ...kept, cause, at, actor })
    .execute();
}

/** Lists the versions of a page, the newest first. */
export async function listVersions(
  db: Db,
  { name, language }: PageKey,
): Promise<Selectable<SiteTables["page_version"]>[]> {
  return tables(db)
    .selectFrom("page_version")
    .selectAll()
    .where("name", "=", name)
    .where("language", "=", language)
    .orderBy("version", "desc")
    .limit(100)
    .execute();
}

/** Returns a version of a page. */
export async function findVersion(
  db: Db,
  { name, language }: PageKey,
  version: number,
): Promise<Selectable<SiteTables["page_version"]> | undefined> {
  return tables(db)
    .selectFrom("page_version")
    .selectAll()
    .where("name", "=", name)
    .where("language", "=", language)
    .where("version", "=", version)
    .executeTakeFirst();
}

/** Keeps the text that an operator looks at, in place of the one before. */
export async function savePreview(db: Db, row: SiteTables["page_preview"]): Promise<void> {
  await tables(db)
    .insertInto("page_preview")
    .values(row)
    .onConflict((conflict) => conflict.column("actor").doUpdateSet(row))
    .execute();
}

/** Returns the text of a preview that has not ended. */
export async function findPreview(
  db: Db,
  code: string,
  now: Date,
): Promise<SiteTables["page_preview"] | undefined> {
  return tables(db)
    .selectFrom("page_preview")
    .selectAll()
    .where("code", "=", code)
    .where("until", ">", now)
    .executeTakeFirst();
}

/** Keeps other changes of pages out until this transaction ends. */
export async function lockPages(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('pages'))`.execute(trx);
}
