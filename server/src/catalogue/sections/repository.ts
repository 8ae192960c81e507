import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { CatalogueTables, SectionSource, Texts } from "../tables.ts";

/** A section of the home screen. */
export interface SectionRow {
  id: string;
  kind: CatalogueTables["section"]["kind"];
  title: Texts;
  source: SectionSource;
  size: number;
  position: number;
}

const tables = (db: Db) => db.$extendTables<CatalogueTables>();

/** Lists the home sections in order. */
export async function listSections(db: Db): Promise<SectionRow[]> {
  return tables(db).selectFrom("section").selectAll().orderBy("position").execute();
}

/** Returns the section with this id. */
export async function findSection(db: Db, id: string): Promise<SectionRow | undefined> {
  return tables(db).selectFrom("section").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Locks the sections until this transaction ends. */
export async function lockSections(trx: Trx): Promise<void> {
  await sql`lock table section in share row exclusive mode`.execute(trx);
}

/** Inserts or replaces a section; its position must be free. */
export async function saveSection(db: Db, section: SectionRow): Promise<void> {
  const row = {
    ...section,
    title: JSON.stringify(section.title),
    source: JSON.stringify(section.source),
  };
  await tables(db)
    .insertInto("section")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

/** Numbers the sections in this order, from 0. */
export async function orderSections(trx: Trx, ids: readonly string[]): Promise<void> {
  // Positions are unique at every statement, so all rows first move to negative ones.
  await sql`update section set position = -1 - position`.execute(trx);
  await sql`
    update section set position = given.at - 1
    from unnest(${ids}::text[]) with ordinality as given (id, at) where given.id = section.id`.execute(trx);
}

/** Removes a section. */
export async function deleteSection(db: Db, id: string): Promise<void> {
  await tables(db).deleteFrom("section").where("id", "=", id).execute();
}

/** Returns which of the ids exist, as series or as categories and tags. */
export async function listKnown(db: Db, what: "series" | "tag", ids: readonly string[]): Promise<string[]> {
  const rows = await tables(db).selectFrom(what).select("id").where("id", "in", ids).execute();
  return rows.map((row) => row.id);
}
