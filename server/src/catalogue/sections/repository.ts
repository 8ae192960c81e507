import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { CatalogueTables, SectionContent } from "../tables.ts";

/** A published section of the home screen. */
export interface SectionRow extends SectionContent {
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

/** Makes these the published sections, in this order. */
export async function writeSections(trx: Trx, sections: readonly SectionContent[]): Promise<void> {
  const ids = sections.map(({ id }) => id);
  await sql`delete from section where id <> all(${ids}::text[])`.execute(trx);
  // Positions are unique at every statement, so those that stay first move to negative ones.
  await sql`update section set position = -1 - position`.execute(trx);
  for (const [position, { id, kind, size, title, source, shown }] of sections.entries()) {
    const row = {
      id,
      kind,
      size,
      position,
      title: JSON.stringify(title),
      source: JSON.stringify(source),
      shown: shown ? JSON.stringify(shown) : null,
    };
    await tables(trx)
      .insertInto("section")
      .values(row)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
  }
}

/** What is known of the home screen besides its published sections. */
export type HomeRow = Omit<CatalogueTables["home"], "draft"> & { draft: SectionContent[] | null };

/** Returns the state of the home screen; `lock` keeps other changes of it out until the transaction ends. */
export async function findHome(db: Db, { lock = false }: { lock?: boolean } = {}): Promise<HomeRow> {
  const query = tables(db)
    .selectFrom("home")
    .select(["version", "draft", "changed_at", "changed_by", "published_at", "published_by"]);
  return (lock ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

/** Stores the state of the home screen. */
export async function saveHome(
  trx: Trx,
  { draft, ...home }: Partial<Omit<HomeRow, "draft">> & { draft: readonly SectionContent[] | null },
): Promise<void> {
  await tables(trx)
    .updateTable("home")
    .set({ ...home, draft: draft && JSON.stringify(draft) })
    .execute();
}

const PUBLISHED_KEPT = 10;
const VERSIONS_KEPT = 100;

/** Keeps a version of the home screen. The last hundred stay, and the last ten that were published. */
export async function insertHomeVersion(
  trx: Trx,
  {
    sections,
    ...version
  }: { sections: readonly SectionContent[] } & Omit<CatalogueTables["home_version"], "sections">,
): Promise<void> {
  await tables(trx)
    .insertInto("home_version")
    .values({ ...version, sections: JSON.stringify(sections) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`
    delete from home_version where version < ${version.version - VERSIONS_KEPT} and version not in (
      select version from home_version where cause in ('publish', 'command')
      order by version desc limit ${PUBLISHED_KEPT})`.execute(trx);
}

/** Lists the versions of the home screen, the newest first. */
export async function listHomeVersions(db: Db) {
  return tables(db)
    .selectFrom("home_version")
    .select(["version", "cause", "sections", "at", "actor"])
    .orderBy("version", "desc")
    .execute();
}

/** Returns the sections of a version that was kept. */
export async function findHomeVersion(db: Db, version: number): Promise<SectionContent[] | undefined> {
  const row = await tables(db)
    .selectFrom("home_version")
    .select("sections")
    .where("version", "=", version)
    .executeTakeFirst();
  return row?.sections;
}

/** Returns the series of these ids, live or not. */
export async function listNamedSeries(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tables(db)
    .selectFrom("series")
    .select(["id", "title", "language", "poster", "state"])
    .where("id", "in", ids)
    .execute();
}

/** Returns which of the ids exist, as series or as categories and tags. */
export async function listKnown(db: Db, what: "series" | "tag", ids: readonly string[]): Promise<string[]> {
  const rows = await tables(db).selectFrom(what).select("id").where("id", "in", ids).execute();
  return rows.map((row) => row.id);
}

/** Returns whether a section began or ended since it was last announced, as SQL. */
export function hasTurned(now: Date) {
  return sql<boolean>`exists (
    select from section, home_turn,
      lateral (values ((shown ->> 'from')::timestamptz), ((shown ->> 'until')::timestamptz)) as turn (at)
    where shown is not null and turn.at > home_turn.at and turn.at <= ${now})`;
}

/** Notes that the beginnings and ends up to now are announced; returns whether there were any. */
export async function saveTurn(trx: Trx, now: Date): Promise<boolean> {
  await sql`select from home_turn for update`.execute(trx);
  const { rows } = await sql<{ has: boolean }>`select ${hasTurned(now)} as has`.execute(trx);
  if (!rows[0]?.has) return false;
  await tables(trx).updateTable("home_turn").set({ at: now }).execute();
  return true;
}
