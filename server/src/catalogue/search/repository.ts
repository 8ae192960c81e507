import type { Language } from "@cliffhanger/contract";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db, Trx } from "#platform/db/database";
import { prepared } from "#platform/db/prepared";
import { hotFrom, type ListedSeries, listedIn } from "../listing/repository.ts";
import type { Texts } from "../tables.ts";
import { DOCUMENT_VERSION, type SearchDocument } from "./document.ts";
import type { SearchQuery } from "./query.ts";

/** Maximum number of hits in a result. */
const MAX_HITS = 1_000;

/** A page of hits in order, and the total number of hits (at most 1000). */
export interface Hits {
  series: ListedSeries[];
  total: number;
}

/**
 * Returns a page of hits. The migration that creates `search_hits_en` and the others explains the ranking and its bounds. What
 * their cards need comes with them, because a statement of its own costs as much as finding them.
 */
export async function findHits(
  db: Db,
  language: Language,
  query: SearchQuery,
  page: { offset: number; limit: number },
): Promise<Hits> {
  const { rows } = await sql<ListedSeries & { total: number }>`
    with hits as materialized (
      select total, ids from ${sql.raw(`search_hits_${language}`)}(${query.text}, ${query.anywhere}, ${query.narrow},
        ${query.inTitle}, ${query.inTags}, ${Math.min(page.offset, MAX_HITS)}, ${page.limit})),
    hot as materialized (${hotFrom})
    select hits.total, listed.id, listed.play_count, listed.play_count >= hot.plays as hot
    from hits cross join hot left join lateral (
      select id, play_count, at from unnest(hits.ids) with ordinality as given (id, at) join visible_series using (id)
    ) as listed on true
    order by listed.at
    ${prepared}`.execute(db);
  return { series: listedIn(rows), total: rows[0]?.total ?? 0 };
}

/**
 * Returns the words of a language that share a variant with a typed word. Some of them are not actually near. The language is
 * compared by its function's name: as a condition of an index it reads all words of the language to leave out a few of others.
 */
export async function findNearWords(db: Db, language: Language, variants: string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from search_word where variants && ${variants}::text[] and texteq(language, ${language}) limit 400
    ${prepared}`.execute(db);
  return rows.map((row) => row.word);
}

/** Returns which of these beginnings occur in the language, using the index on its words. */
export async function findBeginnings(db: Db, language: Language, starts: string[]): Promise<string[]> {
  const { rows } = await sql<{ start: string }>`
    select made.start from unnest(${starts}::text[]) as made (start)
    cross join lateral (
      select from search_word
      where language = ${language} and word >= made.start and word < made.start || chr(1114111)
      order by word limit 1
    ) as word
    ${prepared}`.execute(db);
  return rows.map((row) => row.start);
}

/** Lists all tags with their names, the most used first. */
export async function listTagNames(db: Db): Promise<{ id: string; name: Texts; used: boolean }[]> {
  const { rows } = await sql<{ id: string; name: Texts; used: boolean }>`
    select id, name, series_count > 0 as used from tag order by series_count desc, id`.execute(db);
  return rows;
}

/** The versions of documents and cards that a software writes. */
export interface CatalogueVersions {
  document: number;
  card: number;
}

/**
 * Puts every visible series into the backlog when the software writes newer documents or cards than before. An older software
 * changes nothing. Returns whether it did.
 */
export async function raiseVersions(trx: Trx, { document, card }: CatalogueVersions): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update catalogue_state set document_version = greatest(document_version, ${document}),
      card_version = greatest(card_version, ${card})
    where document_version < ${document} or card_version < ${card}`.execute(trx);
  if (numAffectedRows === 0n) return false;
  await sql`insert into search_backlog select id from visible_series on conflict do nothing`.execute(trx);
  return true;
}

/** The condition that there is a backlog and that no newer software shares the database. */
export function hasBacklog({ document, card }: CatalogueVersions): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from search_backlog) and not exists (
    select from catalogue_state where document_version > ${document} or card_version > ${card})`;
}

/**
 * Puts series into the backlog, sorted so that two writers cannot deadlock. One that is there is locked: whoever takes it meanwhile
 * would read the series as it was before this transaction.
 */
export async function addToBacklog(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`
    insert into search_backlog select unnest(${ids}::text[]) order by 1
    on conflict (series_id) do update set series_id = excluded.series_id`.execute(trx);
}

/** Returns the ids of series in the backlog, at most `limit`. */
export async function listBacklog(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ series_id: string }>`
    select series_id from search_backlog order by series_id limit ${limit}`.execute(db);
  return rows.map((row) => row.series_id);
}

/**
 * Takes series from the backlog. Call it before they are read: what changes after that puts them there again. Where a newer software
 * shares the database, they stay.
 */
export async function takeFromBacklog(
  trx: Trx,
  ids: readonly string[],
  versions: CatalogueVersions,
): Promise<void> {
  await sql`
    delete from search_backlog where series_id = any(${ids}::text[]) and not exists (
      select from catalogue_state where document_version > ${versions.document} or card_version > ${versions.card})`.execute(
    trx,
  );
}

/** Puts series into the backlog whose documents and cards were written while a newer software shares the database: they are old. */
export async function returnToBacklog(
  trx: Trx,
  ids: readonly string[],
  versions: CatalogueVersions,
): Promise<void> {
  await sql`
    with newer as (
      select from catalogue_state where document_version > ${versions.document} or card_version > ${versions.card})
    insert into search_backlog select series.id from series where series.id = any(${ids}::text[]) and exists (select from newer)
    on conflict do nothing`.execute(trx);
}

/** Returns the ids of series with any of these tags. */
export async function listTagged(db: Db, tagIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ series_id: string }>`
    select distinct series_id from series_tag where tag_id = any(${tagIds}::text[])`.execute(db);
  return rows.map((row) => row.series_id);
}

/** Deletes the documents of series. */
export async function deleteDocuments(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from search_document where series_id = any(${ids}::text[])`.execute(db);
}

/**
 * Inserts documents, or replaces those that became others: writing one costs an entry in the index for each of its words, and an
 * episode, a card or a name in another language leaves it as it was. One language after the other, since each has its own index.
 */
export async function saveDocuments(db: Db, documents: readonly SearchDocument[]): Promise<void> {
  await sql`
    insert into search_document (series_id, language, title, words, popularity, version)
    select series.id, made.language, made.title, made.words::tsvector, series_popularity(series.play_count),
      ${DOCUMENT_VERSION}
    from unnest(${documents.map((one) => one.seriesId)}::text[], ${documents.map((one) => one.language)}::text[],
      ${documents.map((one) => one.title)}::text[], ${documents.map((one) => one.words)}::text[])
      as made (series_id, language, title, words)
    join series on series.id = made.series_id
    order by made.language, series.id
    on conflict (series_id, language) do update set title = excluded.title, words = excluded.words,
      popularity = excluded.popularity, version = excluded.version
    where (search_document.title, search_document.words, search_document.popularity)
      is distinct from (excluded.title, excluded.words, excluded.popularity)`.execute(db);
}

/** A common keyword is found in so many of the most played documents. */
const WALK = 2_000;
/** How many of the most played documents of a language have a copy: more than are found, so that the floor seldom moves. */
const COPIES = { least: 2_100, usual: 2_500, most: 3_000 };
/** As many as an import leaves where no worker runs. Deleting them would leave a few copies on thousands of pages for searches to read. */
const FAR_TOO_MANY = 6_000;
/** A floor below all documents, where there are fewer than its rank. */
const BELOW_ALL = sql`'-32768'::smallint`;

/**
 * Sets the floors of a language to the ranks that they stand for, and copies or removes documents where too few or too many
 * have a copy.
 */
export async function keepPopular(trx: Trx, language: Language): Promise<void> {
  const { rows } = await sql<{ copies: number; copiesAll: boolean }>`
    select (select count(*)::integer from search_popular where language = ${language}) as copies,
      kept_popularity = ${BELOW_ALL} as "copiesAll"
    from search_floor where language = ${language}`.execute(trx);
  const { copies = 0, copiesAll = true } = rows[0] ?? {};
  if (copies > COPIES.most || (copies < COPIES.least && !copiesAll))
    await copyPopular(trx, language, { anew: copies > FAR_TOO_MANY });
  await sql`
    update search_floor set walk_popularity = coalesce(walk.popularity, ${BELOW_ALL}), walk_id = coalesce(walk.series_id, '')
    from (values (1)) as one (x) left join ${documentAt(language, WALK)} as walk on true
    where language = ${language} and (walk_id, walk_popularity) is distinct from
      (coalesce(walk.series_id, ''), coalesce(walk.popularity, ${BELOW_ALL}))`.execute(trx);
}

/**
 * Copies as many documents as usual. Documents are written by the old floor before the lock and by the new one after it. `anew`
 * gives the pages of the copies back, for which searches wait until the new copies are there.
 */
async function copyPopular(trx: Trx, language: Language, { anew }: { anew: boolean }): Promise<void> {
  await sql`lock table search_document in share row exclusive mode`.execute(trx);
  await sql`
    update search_floor set kept_popularity = coalesce(kept.popularity, ${BELOW_ALL}), kept_id = coalesce(kept.series_id, '')
    from (values (1)) as one (x) left join ${documentAt(language, COPIES.usual)} as kept on true
    where language = ${language}`.execute(trx);
  if (anew) await sql`truncate ${sql.table(`search_popular_${language}`)}`.execute(trx);
  await sql`
    delete from search_popular using search_floor
    where search_popular.language = ${language} and search_floor.language = ${language}
      and (popularity, series_id) < (kept_popularity, kept_id)`.execute(trx);
  await sql`
    insert into search_popular (series_id, language, title, words, popularity)
    select series_id, language, title, words, popularity from search_document
    where language = ${language}
      and (popularity, series_id) >= (select kept_popularity, kept_id from search_floor where language = ${language})
    on conflict do nothing`.execute(trx);
}

function documentAt(language: Language, rank: number): RawBuilder<unknown> {
  return sql`(select popularity, series_id from search_document where language = ${language}
    order by popularity desc, series_id desc offset ${rank - 1} limit 1)`;
}

/** A word of a language. */
export interface Word {
  language: Language;
  word: string;
}

/** Returns those of these words that are not stored yet: of a batch, most are. */
export async function findUnknownWords(db: Db, words: readonly Word[]): Promise<Word[]> {
  const { rows } = await sql<Word>`
    select language, word from unnest(${words.map((one) => one.language)}::text[], ${words.map((one) => one.word)}::text[])
      as made (language, word)
    where not exists (
      select from search_word where search_word.language = made.language and search_word.word = made.word)`.execute(
    db,
  );
  return rows;
}

/** Inserts new words, sorted so that two writers cannot deadlock. */
export async function saveWords(db: Db, words: readonly (Word & { variants: string[] })[]): Promise<void> {
  await sql`
    insert into search_word (language, word, variants)
    select language, word, array(select jsonb_array_elements_text(variants))
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as made (language text, word text, variants jsonb)
    order by language, word
    on conflict do nothing`.execute(db);
}

/** How often a term was searched for on a day (YYYY-MM-DD). */
export interface SearchTerm {
  day: string;
  language: Language;
  term: string;
  count: number;
}

/** Adds searches to the counts. A day and language with `limit` terms accepts no new ones. */
export async function addSearchTerms(db: Db, terms: readonly SearchTerm[], limit: number): Promise<void> {
  await sql`
    insert into search_term (day, language, term, count)
    select day, language, term, count
    from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) as made (day date, language text, term text, count integer)
    where (
        select count(*) from search_term as kept where kept.day = made.day and kept.language = made.language
      ) < ${limit}
      or exists (
        select from search_term as kept
        where kept.day = made.day and kept.language = made.language and kept.term = made.term)
    order by day, language, term
    on conflict (day, language, term) do update set count = search_term.count + excluded.count`.execute(db);
}

/** Lists the terms of a language that were searched for at least `atLeast` times since a day, most frequent first. */
export async function listSearchTerms(
  db: Db,
  language: Language,
  { since, atLeast, limit }: { since: string; atLeast: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select term from search_term where day >= ${since}::date and language = ${language}
    group by term having sum(count) >= ${atLeast} order by sum(count) desc, term limit ${limit}`.execute(db);
  return rows.map((row) => row.term);
}

/** Deletes the searches from before a day. */
export async function deleteSearchTermsBefore(db: Db, day: string): Promise<void> {
  await sql`delete from search_term where day < ${day}::date`.execute(db);
}
