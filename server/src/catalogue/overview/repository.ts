import type { ConsoleSeriesQuery, Image, Language, SeriesFilter, SeriesState } from "@cliffhanger/contract";
import { sql } from "kysely";
import type { Db } from "#platform/db/database";
import { wordsQuery } from "#platform/db/found-words";
import type { CatalogueTables, Texts } from "../tables.ts";

const tables = (db: Db) => db.$extendTables<CatalogueTables>();

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

/** Drops that are to come, with those whose time is over and that wait for what they lack. */
const scheduled = sql`select series_id from release_drop where state in ('planned', 'blocked')`;

// Written into the text: a plan for any value could not use the index of the few films that are not ready.
const filmsIn = (states: readonly string[]) => sql`select series_id from asset
  join asset_episode on asset_id = asset.id where asset.state in (${sql.join(states.map((one) => sql.lit(one)))})`;

/** A film that could not be encoded, or a drop that waits. What an operator cancelled needs nobody. */
const attention = sql`${filmsIn(["failed"])} and asset.cancelled_at is null union all select series_id from release_drop where state = 'blocked'`;

const inFilms = { failed: filmsIn(["failed"]), encoding: filmsIn(["queued", "encoding"]) };

/** Filters by what lies beside a series: few match, so they are found first and put in order afterwards. */
function besides({ scheduled: isScheduled, attention: needs, film, price, week, by }: Filter) {
  const among = [
    ...(isScheduled ? [scheduled] : []),
    ...(needs ? [attention] : []),
    ...(film ? [inFilms[film]] : []),
    ...(week ? [dropsOf(week)] : []),
  ];
  return [
    ...among.map((ids) => sql`series.id in (${ids})`),
    ...(price
      ? [price === "own" ? sql`series.unlock_price is not null` : sql`series.unlock_price is null`]
      : []),
    ...(by === undefined ? [] : [sql`series.edited_by = ${by}`]),
  ];
}

/** The drops of the seven days from one, by the wall time that an operator gave them. */
function dropsOf(week: string) {
  const from = firstDay(week);
  return from === null
    ? sql`select null::text where false`
    : sql`select series_id from release_drop
        where state <> 'cancelled' and local_at >= ${from}::timestamp and local_at < ${from}::timestamp + interval '7 days'`;
}

function firstDay(text: string): string | null {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(text) ? Temporal.PlainDate.from(text).toString() : null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

/** Returns whether a filter is about what lies beside a series. */
export function looksBeside(filter: Filter): boolean {
  return besides(filter).length > 0;
}

function conditions({ state, draft, search, tag, language, ids = [], ...beside }: Filter) {
  const wanted = (search ?? "").trim();
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
        : [sql`(find_words_in(series.title) @@ ${wordsQuery(wanted)}::tsquery or series.id = ${wanted})`]),
      ...besides(beside),
    ],
    sql` and `,
  );
}

/**
 * How a page is found. `ordered` walks the index of the order. `gathered` first gathers all that match, which suits words: the order
 * would look at each title. `near` looks at the next {@link NEAR} of the order alone.
 */
export type Way = "ordered" | "gathered" | "near";

/** A page of the list of series, without what it shows of each. */
type Chosen = Filter & Pick<ConsoleSeriesQuery, "sort" | "size">;
type After = { key: string; id: string } | null;

/** So many titles are read and split sooner than the matches of a word that most titles have. */
const NEAR = 500;

/** The parts of a statement that depend on the order of a page. */
function orderOf({ sort }: Chosen, after: After) {
  const { key, type, down } = sortKeys[sort];
  const [order, beyond] = down ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const from = (of: typeof key, id: typeof key) =>
    after ? sql`(${of}, ${id}) ${beyond} (${after.key}::text::${type}, ${after.id}::text)` : sql`true`;
  return { key, order, from };
}

/** What the list shows of the series in `chosen`, which has their ids and keys. */
function shown(order: ReturnType<typeof orderOf>["order"]) {
  return sql`page as materialized (
      select series.*, chosen.key::text as sort_key, row_number() over (order by chosen.key ${order}, chosen.id ${order}) as place
      from chosen join series on series.id = chosen.id
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
        where episode.series_id = page.id group by language) as counted), '{}') as titled`;
}

/** Lists series by keyset: the page after the key and id of the last row, one row more than the page has. */
export async function listEdited(
  db: Db,
  query: Chosen,
  { after, way }: { after: After; way: Way },
): Promise<ListedRow[]> {
  const { key, order, from } = orderOf(query, after);
  const start = from(key, sql`series.id`);
  const near = sql`(select * from series where ${start} order by ${key} ${order}, id ${order} limit ${NEAR}) as series`;
  const { rows } = await sql<ListedRow>`
    with found as ${way === "ordered" ? sql`not materialized` : sql`materialized`} (
      select series.id, ${key} as key from ${way === "near" ? near : sql`series`}
      where ${conditions(query)} and ${way === "near" ? sql`true` : start}
    ), chosen as materialized (
      select id, key from found order by key ${order}, id ${order} limit ${query.size + 1}
    ), ${shown(order)} from page order by page.place`.execute(db);
  return rows;
}

/**
 * Gathers what a filter finds, counts it up to {@link COUNT_LIMIT} and one, and lists the page: at once, so that the words are looked
 * up once. Where there is more than that, no page is listed, because what was gathered is not the first of the order.
 */
export async function listCounted(
  db: Db,
  query: Chosen,
  after: After,
): Promise<{ found: ListedRow[]; count: number }> {
  const { key, order, from } = orderOf(query, after);
  // A count without a page has no series beside it.
  const { rows } = await sql<Omit<ListedRow, "id"> & { id: string | null; count: number }>`
    with found as materialized (
      select series.id, ${key} as key from series where ${conditions(query)} limit ${COUNT_LIMIT + 1}
    ), counted as materialized (
      select count(*)::int as count from found
    ), chosen as materialized (
      select id, key from found, counted where count <= ${COUNT_LIMIT} and ${from(sql`key`, sql`id`)}
      order by key ${order}, id ${order} limit ${query.size + 1}
    ), ${shown(order)}, counted.count from counted left join page on true order by page.place`.execute(db);
  const found = rows.flatMap(({ id, ...row }) => (id === null ? [] : [{ id, ...row }]));
  return { found, count: rows[0]?.count ?? 0 };
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

/** Returns whether there is any series, and whether one is live. */
export async function hasLive(db: Db): Promise<{ hasAny: boolean; hasLive: boolean }> {
  const { rows } = await sql<{ hasAny: boolean; hasLive: boolean }>`
    select exists (select from series) as "hasAny",
      exists (select from visible_series) as "hasLive"`.execute(db);
  return rows[0] ?? { hasAny: false, hasLive: false };
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

/** What a subject of the audit log is called. */
export interface SubjectName {
  kind: string;
  id: string;
  title: Texts;
  language: Language;
  /** The number of an episode, whose title is its series'. */
  number: number | null;
}

/** Returns what series, episodes and tags are called; those that are gone are left out. */
export async function listSubjectNames(
  db: Db,
  subjects: readonly { kind: string; id: string }[],
): Promise<SubjectName[]> {
  const of = (wanted: string) => subjects.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const [series, episodes, tags] = [of("series"), of("episode"), of("tag")];
  if (series.length + episodes.length + tags.length === 0) return [];
  const { rows } = await sql<SubjectName>`
    select 'series' as kind, id, title, language, null::integer as number from series where id = any(${series}::text[])
    union all
    select 'episode', episode.id, series.title, series.language, episode.number
    from episode join series on series.id = episode.series_id where episode.id = any(${episodes}::text[])
    union all
    select 'tag', id, name, 'en', null from tag where id = any(${tags}::text[])`.execute(db);
  return rows;
}

/** Returns how many series are in each state, and how many have unpublished changes, as triggers keep them. */
export async function countStates(
  db: Db,
): Promise<{ draft: number; live: number; withdrawn: number; changed: number }> {
  const { rows } = await sql<{ name: string; count: number }>`
    select name, sum(n)::int as count from series_count group by name`.execute(db);
  const counts = new Map(rows.map(({ name, count }) => [name, count]));
  const of = (name: string) => counts.get(name) ?? 0;
  return { draft: of("draft"), live: of("live"), withdrawn: of("withdrawn"), changed: of("changed") };
}

/** Counts the series with a drop to come, and those with something that needs an operator, each up to {@link COUNT_LIMIT} and one. */
export async function countBeside(db: Db): Promise<{ scheduled: number; attention: number }> {
  const counted = (ids: typeof scheduled) =>
    sql`(select count(*)::int from (select distinct series_id from (${ids}) as found limit ${COUNT_LIMIT + 1}) as counted)`;
  const { rows } = await sql<{ scheduled: number; attention: number }>`
    select ${counted(scheduled)} as scheduled, ${counted(attention)} as attention`.execute(db);
  return rows[0] ?? { scheduled: 0, attention: 0 };
}
