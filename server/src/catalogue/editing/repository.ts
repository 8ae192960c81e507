import type {
  ConsoleSeriesQuery,
  Image,
  Language,
  SeriesContent,
  SeriesFilter,
  SeriesState,
  SeriesVersion,
} from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import type { CatalogueTables, Texts } from "../tables.ts";

const tables = (db: Db) => db.$extendTables<CatalogueTables>();

/** What an operator's change of a series begins with. */
export interface EditedRow {
  id: string;
  state: SeriesState;
  version: number;
  createdAt: Date;
  changedAt: Date;
  changedBy: string | null;
  withdrawnAt: Date | null;
  /** Whether it is withdrawn for everybody. */
  closed: boolean;
}

const changedAt = sql<Date>`greatest(series.edited_at, series.updated_at)`;

/** Returns a series for its page; `lock` keeps other changes of it out until the transaction ends. */
export async function findEdited(
  db: Db,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<EditedRow | undefined> {
  const query = tables(db)
    .selectFrom("series")
    .select(["id", "state", "version", "created_at as createdAt", "edited_by as changedBy"])
    .select(["withdrawn_at as withdrawnAt", "closed"])
    .select(changedAt.as("changedAt"))
    .where("id", "=", id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Returns what viewers see of a series, or would see of a draft. */
export async function findContent(db: Db, id: string): Promise<SeriesContent | undefined> {
  const row = await tables(db)
    .selectFrom("series")
    .select(["title", "synopsis", "completed", "poster", "cover", "free_episode_count as free"])
    .select(sql<Language>`language`.as("language"))
    .select([
      sql<string[]>`coalesce((select array_agg(tag_id order by position) from series_tag
        where series_id = series.id), '{}')`.as("tags"),
      sql<Record<string, Texts>>`coalesce((select jsonb_object_agg(id, title order by number) from episode
        where series_id = series.id), '{}')`.as("episodes"),
    ])
    .where("id", "=", id)
    .executeTakeFirst();
  return row;
}

/** Returns the unpublished content of a live series. */
export async function findDraft(db: Db, id: string): Promise<SeriesContent | undefined> {
  const row = await tables(db)
    .selectFrom("series_draft")
    .select("content")
    .where("series_id", "=", id)
    .executeTakeFirst();
  return row?.content;
}

/** Stores the unpublished content of a live series. */
export async function saveDraft(trx: Trx, id: string, content: SeriesContent): Promise<void> {
  const stored = JSON.stringify(content);
  await tables(trx)
    .insertInto("series_draft")
    .values({ series_id: id, content: stored })
    .onConflict((conflict) => conflict.column("series_id").doUpdateSet({ content: stored }))
    .execute();
}

/** Removes the unpublished content of a series. */
export async function deleteDraft(trx: Trx, id: string): Promise<void> {
  await tables(trx).deleteFrom("series_draft").where("series_id", "=", id).execute();
}

/** Raises the version of a series and notes who changed it. */
export async function markEdited(
  trx: Trx,
  id: string,
  { version, at, by }: { version: number; at: Date; by: string },
): Promise<void> {
  await tables(trx)
    .updateTable("series")
    .set({ version, edited_at: at, edited_by: by })
    .where("id", "=", id)
    .execute();
}

/** Hides a series from everybody but those who bought it, or from them too. */
export async function markWithdrawn(
  trx: Trx,
  id: string,
  { at, closed }: { at: Date; closed: boolean },
): Promise<void> {
  await tables(trx)
    .updateTable("series")
    .set({
      state: "withdrawn",
      closed,
      withdrawn_at: at,
      first_published_at: sql`coalesce(published_at, first_published_at)`,
      published_at: null,
      updated_at: at,
    })
    .where("id", "=", id)
    .execute();
}

/** Writes content to where viewers see it. */
export async function writeContent(trx: Trx, id: string, content: SeriesContent, at: Date): Promise<void> {
  const catalogue = tables(trx);
  await catalogue
    .updateTable("series")
    .set({
      title: JSON.stringify(content.title),
      synopsis: JSON.stringify(content.synopsis),
      language: content.language,
      free_episode_count: content.free,
      completed: content.completed,
      poster: content.poster && JSON.stringify(content.poster),
      cover: content.cover && JSON.stringify(content.cover),
      updated_at: at,
    })
    .where("id", "=", id)
    .execute();
  await catalogue.deleteFrom("series_tag").where("series_id", "=", id).execute();
  if (content.tags.length > 0)
    await catalogue
      .insertInto("series_tag")
      .values(content.tags.map((tag_id, position) => ({ series_id: id, tag_id, position })))
      .execute();
  await sql`
    update episode set title = given.title
    from jsonb_each(${JSON.stringify(content.episodes)}::jsonb) as given (id, title)
    where episode.series_id = ${id} and episode.id = given.id and episode.title <> given.title`.execute(trx);
}

/** Creates a draft. */
export async function insertDraftSeries(
  trx: Trx,
  series: { id: string; title: Texts; language: Language; free: number; at: Date; by: string },
): Promise<void> {
  const { id, title, language, free, at, by } = series;
  await tables(trx)
    .insertInto("series")
    .values({
      id,
      source_key: `upload:${id}`,
      title: JSON.stringify(title),
      synopsis: "{}",
      language,
      free_episode_count: free,
      completed: false,
      poster: null,
      cover: null,
      published_at: null,
      created_at: at,
      updated_at: at,
      state: "draft",
      edited_at: at,
      edited_by: by,
    })
    .execute();
}

/** Inserts an episode that stays hidden until its series is published, or returns the one with this number. */
export async function ensureEpisode(
  trx: Trx,
  id: string,
  { seriesId, number }: { seriesId: string; number: number },
): Promise<{ id: string; assetId: string | null }> {
  await tables(trx)
    .insertInto("episode")
    .values({
      id,
      series_id: seriesId,
      number,
      title: "{}",
      asset_id: null,
      thumbnail: null,
      published_at: null,
      held: true,
    })
    .onConflict((conflict) => conflict.columns(["series_id", "number"]).doNothing())
    .execute();
  return tables(trx)
    .selectFrom("episode")
    .select(["id", "asset_id as assetId"])
    .where("series_id", "=", seriesId)
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
}

const VERSIONS_KEPT = 100;

/** Keeps a version of a series, and removes those before the last hundred. */
export async function insertVersion(
  trx: Trx,
  version: {
    seriesId: string;
    version: number;
    cause: SeriesVersion["cause"];
    content: SeriesContent;
    fields: string[];
    at: Date;
    actor: string;
  },
): Promise<void> {
  const { seriesId, content, ...rest } = version;
  await tables(trx)
    .insertInto("series_version")
    .values({ ...rest, series_id: seriesId, content: JSON.stringify(content) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tables(trx)
    .deleteFrom("series_version")
    .where("series_id", "=", seriesId)
    .where("version", "<", version.version - VERSIONS_KEPT)
    .execute();
}

/** Lists the versions of a series, the newest first. */
export async function listVersions(db: Db, seriesId: string) {
  return tables(db)
    .selectFrom("series_version")
    .select(["version", "cause", "at", "actor", "fields"])
    .where("series_id", "=", seriesId)
    .orderBy("version", "desc")
    .execute();
}

/** Returns a kept version. */
export async function findVersion(
  db: Db,
  seriesId: string,
  version: number,
): Promise<SeriesContent | undefined> {
  const row = await tables(db)
    .selectFrom("series_version")
    .select("content")
    .where("series_id", "=", seriesId)
    .where("version", "=", version)
    .executeTakeFirst();
  return row?.content;
}

/** Lists the findings of a series that were accepted. */
export async function listAccepted(db: Db, seriesId: string) {
  return tables(db)
    .selectFrom("finding_acceptance")
    .select(["key", "word", "at", "actor"])
    .where("series_id", "=", seriesId)
    .execute();
}

/** Stores that an operator accepted a finding. */
export async function saveAccepted(
  trx: Trx,
  acceptance: { series_id: string; key: string; word: string; at: Date; actor: string },
): Promise<void> {
  const { word, at, actor } = acceptance;
  await tables(trx)
    .insertInto("finding_acceptance")
    .values(acceptance)
    .onConflict((conflict) => conflict.columns(["series_id", "key"]).doUpdateSet({ word, at, actor }))
    .execute();
}

/** Lists all tags and categories. */
export async function listTagChoices(
  db: Db,
): Promise<{ id: string; kind: "category" | "tag"; name: Texts }[]> {
  return tables(db)
    .selectFrom("tag")
    .select(["id", "kind", "name"])
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** Returns which of these tags exist. */
export async function findTags(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tables(db).selectFrom("tag").select("id").where("id", "in", ids).execute();
  return rows.map(({ id }) => id);
}

/** A row of the console's list. */
export interface ListedRow {
  id: string;
  title: Texts;
  synopsis: Texts;
  language: Language;
  poster: Image | null;
  state: SeriesState;
  hasDraft: boolean;
  live: number;
  planned: number;
  free: number;
  plays: number;
  changedAt: Date;
  tags: Texts[];
  /** How many episodes have a title, by language. */
  titled: Partial<Record<Language, number>>;
  key: string;
}

/** How far a list's filters count exactly. */
export const COUNT_LIMIT = 10_000;

const sortKeys = {
  changed: { key: sql`greatest(series.edited_at, series.updated_at)`, type: sql`timestamptz`, down: true },
  created: { key: sql`series.created_at`, type: sql`timestamptz`, down: true },
  plays: { key: sql`series.play_count`, type: sql`bigint`, down: true },
  title: {
    key: sql`lower(coalesce(series.title ->> 'en', series.title ->> series.language, ''))`,
    type: sql`text`,
    down: false,
  },
} as const;

/** What the list of series is filtered by; `ids` narrows it to some of them. */
export type Filter = { [Name in keyof SeriesFilter]?: SeriesFilter[Name] | undefined } & {
  ids?: readonly string[];
};

function conditions({ state, draft, search, tag, language, ids = [] }: Filter) {
  const wanted = (search ?? "").trim();
  const like = `%${wanted.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql.join(
    [
      ids.length === 0 ? sql`true` : sql`series.id = any(${[...ids]}::text[])`,
      ...(state ? [sql`series.state = ${state}`] : []),
      ...(draft ? [sql`exists (select from series_draft where series_id = series.id)`] : []),
      ...(tag === undefined
        ? []
        : [sql`exists (select from series_tag where series_id = series.id and tag_id = ${tag})`]),
      ...(language ? [sql`not (series.title ? ${language} and series.synopsis ? ${language})`] : []),
      ...(wanted === ""
        ? []
        : [
            sql`(series.id = ${wanted} or exists (
              select from jsonb_each_text(series.title) as one where lower(one.value) like ${like}))`,
          ]),
    ],
    sql` and `,
  );
}

/** Lists series by keyset: the page after the key and id of the last row, one row more than the page has. */
export async function listEdited(
  db: Db,
  query: Filter & Pick<ConsoleSeriesQuery, "sort" | "size">,
  after: { key: string; id: string } | null,
): Promise<ListedRow[]> {
  const { key, type, down } = sortKeys[query.sort];
  const [order, beyond] = down ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const start = after
    ? sql`and (${key}, series.id) ${beyond} (${after.key}::text::${type}, ${after.id}::text)`
    : sql``;
  const { rows } = await sql<ListedRow>`
    with page as materialized (
      select series.*, (${key})::text as sort_key, row_number() over () as place
      from (select * from series where ${conditions(query)} ${start}
        order by ${key} ${order}, series.id ${order} limit ${query.size + 1}) as series
    )
    select page.id, page.title, page.synopsis, page.language, page.poster, page.state,
      page.episode_count as live, page.free_episode_count as free, page.play_count as plays, page.sort_key as key,
      greatest(page.edited_at, page.updated_at) as "changedAt",
      exists (select from series_draft where series_id = page.id) as "hasDraft",
      (select count(*)::int from episode where series_id = page.id) as planned,
      coalesce((select jsonb_agg(tag.name order by series_tag.position) from series_tag
        join tag on tag.id = series_tag.tag_id where series_tag.series_id = page.id), '[]') as tags,
      coalesce((select jsonb_object_agg(language, n) from (
        select language, count(*) as n from episode, jsonb_object_keys(episode.title) as language
        where episode.series_id = page.id group by language) as counted), '{}') as titled
    from page order by page.place`.execute(db);
  return rows;
}

/** Lists the ids of what a filter finds, in their order. */
export async function listMatching(db: Db, filter: Filter, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from series where ${conditions(filter)} order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts what a filter finds, exactly up to {@link COUNT_LIMIT}. */
export async function countEdited(db: Db, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from series where ${conditions(filter)} limit ${COUNT_LIMIT + 1}) as found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts some series by state, and those of the live ones with unpublished changes. */
export async function countByState(
  db: Db,
  ids: readonly string[],
): Promise<{ live: number; drafts: number; other: number }> {
  const { rows } = await sql<{ live: number; drafts: number; other: number }>`
    select count(*) filter (where state = 'live')::int as live,
      count(*) filter (where exists (select from series_draft where series_id = series.id))::int as drafts,
      count(*) filter (where state <> 'live')::int as other
    from series where id = any(${[...ids]}::text[])`.execute(db);
  return rows[0] ?? { live: 0, drafts: 0, other: 0 };
}

/** Returns the titles of series. */
export async function listTitles(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; title: Texts; language: Language }[]> {
  if (ids.length === 0) return [];
  return tables(db)
    .selectFrom("series")
    .select(["id", "title"])
    .select(sql<Language>`language`.as("language"))
    .where("id", "in", ids)
    .execute();
}

/** Counts all series by state, and those with unpublished changes. */
export async function countStates(
  db: Db,
): Promise<{ draft: number; live: number; withdrawn: number; changed: number }> {
  const { rows } = await sql<{ draft: number; live: number; withdrawn: number; changed: number }>`
    select count(*) filter (where state = 'draft')::int as draft, count(*) filter (where state = 'live')::int as live,
      count(*) filter (where state = 'withdrawn')::int as withdrawn,
      (select count(*)::int from series_draft) as changed
    from series`.execute(db);
  return rows[0] ?? { draft: 0, live: 0, withdrawn: 0, changed: 0 };
}
