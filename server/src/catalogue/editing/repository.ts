import type { Language, SeriesContent, SeriesState, SeriesVersion } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { prepared } from "#platform/db/prepared";
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
  return (lock ? query.forUpdate() : query).modifyEnd(prepared).executeTakeFirst();
}

function contents(db: Db) {
  return tables(db)
    .selectFrom("series")
    .select(["title", "synopsis", "completed", "poster", "cover", "free_episode_count as free"])
    .select(sql<Language>`language`.as("language"))
    .select([
      sql<string[]>`coalesce((select array_agg(tag_id order by position) from series_tag
        where series_id = series.id), '{}')`.as("tags"),
      sql<Record<string, Texts>>`coalesce((select jsonb_object_agg(id, title order by number) from episode
        where series_id = series.id), '{}')`.as("episodes"),
      sql<Record<string, number>>`coalesce((select jsonb_object_agg(id, number) from episode
        where series_id = series.id), '{}')`.as("numbers"),
    ]);
}

/** Returns what viewers see of a series, or would see of a draft, and its unpublished content; null if it has none. */
export async function findContents(
  db: Db,
  id: string,
): Promise<{ live: SeriesContent; draft: SeriesContent | null } | undefined> {
  const row = await contents(db)
    .select(
      sql<SeriesContent | null>`(select content from series_draft where series_id = series.id)`.as("draft"),
    )
    .where("id", "=", id)
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (!row) return undefined;
  const { draft, ...live } = row;
  return { live, draft };
}

/** Returns what viewers see of series, by id. */
export async function listContents(db: Db, ids: readonly string[]): Promise<Map<string, SeriesContent>> {
  if (ids.length === 0) return new Map();
  const rows = await contents(db).select("id").where("id", "in", ids).execute();
  return new Map(rows.map(({ id, ...content }) => [id, content]));
}

/** Returns the unpublished contents of series, by id. */
export async function listDrafts(db: Db, ids: readonly string[]): Promise<Map<string, SeriesContent>> {
  if (ids.length === 0) return new Map();
  const rows = await tables(db)
    .selectFrom("series_draft")
    .select(["series_id", "content"])
    .where("series_id", "in", ids)
    .execute();
  return new Map(rows.map(({ series_id, content }) => [series_id, content]));
}

/** Stores the unpublished content of a live series. */
export async function saveDraft(trx: Trx, id: string, content: SeriesContent): Promise<void> {
  const stored = JSON.stringify(content);
  await tables(trx)
    .insertInto("series_draft")
    .values({ series_id: id, content: stored })
    .onConflict((conflict) =>
      conflict.column("series_id").doUpdateSet({ content: (given) => given.ref("excluded.content") }),
    )
    .modifyEnd(prepared)
    .execute();
}

/** Removes the unpublished content of a series. */
export async function deleteDraft(trx: Trx, id: string): Promise<void> {
  await deleteDrafts(trx, [id]);
}

/** Removes the unpublished contents of series. */
export async function deleteDrafts(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tables(trx).deleteFrom("series_draft").where("series_id", "in", ids).execute();
}

/** Locks series, in the order of their ids, but for those that somebody else has locked; returns which. */
export async function lockUnlocked(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from series where id = any(${[...ids]}::text[]) order by id for update skip locked`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
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
  if (content.numbers) await writeNumbers(trx, id, content.numbers);
}

/** Above every number of an episode. */
const ASIDE = 1_000_000;

/** Gives episodes their numbers. All that change are put aside first: no two may have one number, not even in between. */
async function writeNumbers(trx: Trx, id: string, numbers: Readonly<Record<string, number>>): Promise<void> {
  await sql`
    update episode set number = given.number::integer + ${ASIDE}
    from jsonb_each_text(${JSON.stringify(numbers)}::jsonb) as given (id, number)
    where episode.series_id = ${id} and episode.id = given.id and episode.number <> given.number::integer`.execute(
    trx,
  );
  await sql`
    update episode set number = number - ${ASIDE} where series_id = ${id} and number > ${ASIDE}`.execute(trx);
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

/** Returns the series of an episode, and locks nothing. */
export async function findSeriesOf(db: Db, episodeId: string): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom("episode")
    .select("series_id")
    .where("id", "=", episodeId)
    .executeTakeFirst();
  return row?.series_id;
}

/** Returns an episode with the film that it plays. */
export async function findEpisodeFilm(
  db: Db,
  id: string,
): Promise<{ id: string; number: number; assetId: string | null } | undefined> {
  return tables(db)
    .selectFrom("episode")
    .select(["id", "number", "asset_id as assetId"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Removes an episode with all that belongs to it. */
export async function deleteEpisode(trx: Trx, id: string): Promise<void> {
  await tables(trx).deleteFrom("episode").where("id", "=", id).execute();
}

/** Inserts an episode that stays hidden until its series is published, or returns the one with this number. */
export async function ensureEpisode(
  trx: Trx,
  id: string,
  { seriesId, number }: { seriesId: string; number: number },
): Promise<{ id: string; number: number; assetId: string | null }> {
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
    .select(["id", "number", "asset_id as assetId"])
    .where("series_id", "=", seriesId)
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
}

const VERSIONS_KEPT = 100;

/** A version of a series as it is stored. */
interface StoredVersion {
  version: number;
  cause: SeriesVersion["cause"];
  content: SeriesContent;
  fields: string[];
  at: Date;
  actor: string;
}

/**
 * Gives a series a new version and notes who changed it; keeps that and the one before, unless it has it, and removes those before the
 * last hundred.
 */
export async function insertVersion(
  trx: Trx,
  seriesId: string,
  { before, next }: { before: StoredVersion; next: StoredVersion },
): Promise<void> {
  const stored = [before, next].map(({ content, ...rest }) => ({
    ...rest,
    series_id: seriesId,
    content: JSON.stringify(content),
  }));
  await tables(trx)
    .with("kept", (also) =>
      also
        .insertInto("series_version")
        .values(stored)
        .onConflict((conflict) => conflict.doNothing()),
    )
    .with("removed", (also) =>
      also
        .deleteFrom("series_version")
        .where("series_id", "=", seriesId)
        .where("version", "<", next.version - VERSIONS_KEPT),
    )
    .updateTable("series")
    .set({ version: next.version, edited_at: next.at, edited_by: next.actor })
    .where("id", "=", seriesId)
    .modifyEnd(prepared)
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

/** Returns which of these tags exist. */
export async function findTags(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tables(db).selectFrom("tag").select("id").where("id", "in", ids).execute();
  return rows.map(({ id }) => id);
}
