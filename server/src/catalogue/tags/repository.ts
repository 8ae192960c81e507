import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { CatalogueTables, Texts } from "../tables.ts";
import type { DroppedDraft } from "./drafts.ts";

const tables = (db: Db) => db.$extendTables<CatalogueTables>();

/** A tag with the number of series that have it. */
export interface TagRow {
  id: string;
  kind: "category" | "tag";
  name: Texts;
  position: number;
  series: number;
}

/** A draft that was there when a tag was deleted, as it is kept with the tag. */
export type KeptDraft = CatalogueTables["removed_tag"]["drafts"][number];

/** Lists all tags and categories: categories in their order. */
export async function listAll(db: Db): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select id, kind, name, position,
      (select count(*)::int from series_tag where tag_id = tag.id) as series
    from tag order by kind, position, id`.execute(db);
  return rows;
}

/** Keeps other changes of tags out until the transaction ends. */
export async function lockTags(trx: Trx): Promise<void> {
  await sql`lock table tag in share row exclusive mode`.execute(trx);
}

/** Creates a tag at the end of its kind, or in its former place. */
export async function insertTag(
  trx: Trx,
  { id, kind, name, position }: Omit<TagRow, "series" | "position"> & { position: number | null },
): Promise<void> {
  await tables(trx)
    .insertInto("tag")
    .values({
      id,
      kind,
      name: JSON.stringify(name),
      position:
        position ?? sql<number>`(select coalesce(max(position), 0) + 1 from tag where kind = ${kind})`,
    })
    .execute();
}

/** Changes the names of a tag. */
export async function rename(trx: Trx, id: string, name: Texts): Promise<void> {
  await tables(trx)
    .updateTable("tag")
    .set({ name: JSON.stringify(name) })
    .where("id", "=", id)
    .execute();
}

/** Numbers tags in this order. */
export async function writeOrder(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`
    update tag set position = given.place::int
    from unnest(${ids}::text[]) with ordinality as given (id, place)
    where tag.id = given.id and tag.position <> given.place`.execute(trx);
}

/** Lists the drafts that have a tag, or whose series has it, with their tags, and keeps other changes of these series out. */
export async function lockDrafts(trx: Trx, id: string): Promise<DroppedDraft[]> {
  const concerned = sql`
    select series_id from series_draft where content -> 'tags' ? ${id}
      or series_id in (select series_id from series_tag where tag_id = ${id})`;
  const { rows: series } = await sql<{ id: string }>`
    select id from series where id in (${concerned}) order by id for update`.execute(trx);
  const { rows } = await sql<DroppedDraft>`
    select series_id as series, content -> 'tags' as tags from series_draft
    where series_id = any(${series.map((each) => each.id)}::text[])`.execute(trx);
  return rows;
}

/** Keeps drafts with a tag that is deleted: those that it made superfluous, and those without it that stayed. */
export async function keepDrafts(
  trx: Trx,
  id: string,
  drafts: readonly (DroppedDraft & { stayed?: true })[],
): Promise<void> {
  if (drafts.length === 0) return;
  await sql`
    update removed_tag set drafts = drafts || ${JSON.stringify(drafts)}::jsonb where id = ${id}`.execute(trx);
}

/** Deletes a tag and takes it from every series and draft. Keeps it apart for as long as this can be undone. */
export async function moveAside(trx: Trx, id: string, at: Date): Promise<void> {
  await sql`
    insert into removed_tag (id, kind, name, position, series, drafts, at)
    select id, kind, name, position,
      coalesce((select jsonb_object_agg(series_id, position) from series_tag where tag_id = tag.id), '{}'),
      coalesce((select jsonb_agg(series_id) from series_draft where content -> 'tags' ? tag.id), '[]'),
      ${at}
    from tag where id = ${id}
    on conflict (id) do update set kind = excluded.kind, name = excluded.name, position = excluded.position,
      series = excluded.series, drafts = excluded.drafts, at = excluded.at`.execute(trx);
  await sql`
    update series_draft set content = jsonb_set(content, '{tags}', (content -> 'tags') - ${id}::text)
    where content -> 'tags' ? ${id}`.execute(trx);
  await tables(trx).deleteFrom("tag").where("id", "=", id).execute();
}

/** Returns which of these series had a draft that was discarded since. */
export async function listDiscarded(trx: Trx, ids: readonly string[], since: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct series_id as id from series_version
    where series_id = any(${[...ids]}::text[]) and cause = 'discard' and at >= ${since}`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Returns a deleted tag and removes it from those kept apart. */
export async function takeBack(
  trx: Trx,
  id: string,
  since: Date,
): Promise<CatalogueTables["removed_tag"] | undefined> {
  return tables(trx)
    .deleteFrom("removed_tag")
    .where("id", "=", id)
    .where("at", ">=", since)
    .returningAll()
    .executeTakeFirst();
}

/** Gives a tag back to the series and drafts that had it and are still there. */
export async function giveBack(
  trx: Trx,
  {
    id,
    series,
    drafts,
  }: Pick<CatalogueTables["removed_tag"], "id" | "series"> & { drafts: readonly string[] },
): Promise<void> {
  await sql`
    insert into series_tag (series_id, tag_id, position)
    select given.id, ${id}, given.position::int from jsonb_each_text(${JSON.stringify(series)}::jsonb) as given (id, position)
    where exists (select from series where series.id = given.id)
    on conflict do nothing`.execute(trx);
  await sql`
    update series_draft set content = jsonb_set(content, '{tags}', (content -> 'tags') || to_jsonb(${id}::text))
    where series_id = any(${drafts}::text[]) and not content -> 'tags' ? ${id}`.execute(trx);
}

/** Puts one tag in the place of another, in every series and draft, and deletes it. */
export async function replaceTag(trx: Trx, id: string, into: string): Promise<void> {
  await sql`
    insert into series_tag (series_id, tag_id, position)
    select series_id, ${into}, position from series_tag where tag_id = ${id} on conflict do nothing`.execute(
    trx,
  );
  await sql`
    update series_draft set content = jsonb_set(content, '{tags}', (
      select jsonb_agg(tag order by place) from (
        select case when tag = ${id} then ${into} else tag end as tag, min(place) as place
        from jsonb_array_elements_text(content -> 'tags') with ordinality as given (tag, place) group by 1
      ) as merged))
    where content -> 'tags' ? ${id}`.execute(trx);
  await tables(trx).deleteFrom("tag").where("id", "=", id).execute();
}

/** Counts the series that have a tag, those that have another one too, and the drafts that have it. */
export async function countUses(
  db: Db,
  id: string,
  other: string,
): Promise<{ series: number; both: number; drafts: number }> {
  const { rows } = await sql<{ series: number; both: number; drafts: number }>`
    select count(*)::int as series,
      count(*) filter (where exists (
        select from series_tag as beside where beside.series_id = series_tag.series_id and beside.tag_id = ${other}
      ))::int as both,
      (select count(*)::int from series_draft where content -> 'tags' ? ${id}) as drafts
    from series_tag where tag_id = ${id}`.execute(db);
  return rows[0] ?? { series: 0, both: 0, drafts: 0 };
}

/** Removes for good what was deleted before `until`. */
export async function removeOld(db: Db, until: Date): Promise<void> {
  await tables(db).deleteFrom("removed_tag").where("at", "<", until).execute();
}
