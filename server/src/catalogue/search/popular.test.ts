import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { unaudited } from "#test/unaudited";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { keepPopularDocuments } from "./maintain.ts";
import { queryOf, type SearchQuery, termsOf } from "./query.ts";
import { findHits } from "./repository.ts";

const SERIES = 3_200;
/** Documents of one statement: it must end within the pool's limit on a busy machine too. */
const BATCH = 400;
const languages = ["en", "fr"] as const;
/** The more in front, the more frequent. */
const vocabulary = Array.from({ length: 400 }, (_, at) => `${"bcdfglmnrst"[at % 11]}${"aeiou"[at % 5]}${at}`);

const titles: string[] = [];
let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  await unaudited(database.pool).query(
    `insert into series (id, source_key, title, synopsis, free_episode_count, poster, cover, episode_count, play_count,
       published_at, created_at, updated_at)
     select id, id, '{"en": "One"}', '{"en": "It"}', 8, '{}', '{}', 60, at * at, now(), now(), now()
     from (select at, 'bulk' || lpad(at::text, 16, '0') as id from generate_series(1, $1::int) as at) as made`,
    [SERIES],
  );
  await database.pool.query("delete from search_document");
  const documents = languages.flatMap((language) =>
    Array.from({ length: SERIES }, (_, at) => {
      const words = (count: number) => Array.from({ length: count }, draw);
      // No two titles are equal: which of them are the first hundred that begin with a keyword would be open.
      const [title, tags, synopsis] = [[...words(at % 4), `x${at}`], words(1), words(8)];
      titles.push(title.join(" "));
      const lexemes = [title.map(weight("A")), tags.map(weight("B")), synopsis.map(weight("D"))].flat();
      const id = `bulk${String(at + 1).padStart(16, "0")}`;
      return { id, language, title: title.join(" "), words: lexemes.join(" ") };
    }),
  );
  for (let from = 0; from < documents.length; from += BATCH)
    await database.pool.query(
      `insert into search_document (series_id, language, title, words, popularity, version)
       select series.id, made.language, made.title, made.words::tsvector, series_popularity(play_count), 1
       from jsonb_to_recordset($1) as made (id text, language text, title text, words text) join series using (id)`,
      [JSON.stringify(documents.slice(from, from + BATCH))],
    );
}, timeLimit(60));
afterAll(() => database.close());

let state = 1;
/** Draws the same numbers in each run. */
function random(): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
  return state / 0x8000_0000;
}
function draw(): string {
  return vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? "";
}
function weight(name: string): (word: string, at: number) => string {
  return (word, at) => `'${word}':${at + 1}${name}`;
}

/** What the function that read all documents found, with its bounds. */
async function findBefore(language: string, query: SearchQuery, page: { offset: number; limit: number }) {
  const { rows } = await sql<{ total: number; ids: string[] | null }>`
    select total, ids from search_hits(${language}, ${query.text}, ${query.anywhere}, ${query.narrow}, ${query.inTitle},
      ${query.inTags}, 2000, 40, 2000, 8000, 100, 1000, ${page.offset}, ${page.limit})`.execute(database.db);
  return { total: rows[0]?.total ?? 0, ids: rows[0]?.ids ?? [] };
}

/** A keyword of one to three words or a title, the last word maybe not typed to its end. */
function drawQuery(): SearchQuery {
  const title = titles[Math.floor(random() * titles.length)] ?? "";
  const words =
    random() < 0.3 ? title.split(" ") : Array.from({ length: 1 + Math.floor(random() * 3) }, draw);
  const last = words.at(-1) ?? "";
  words.splice(-1, 1, last.slice(0, 1 + Math.floor(random() * (last.length + 1))));
  return queryOf(termsOf(words), words.join(" "));
}

async function countWrongCopies(): Promise<number> {
  const { rows } = await database.pool.query<{ wrong: number }>(
    `select count(*)::integer as wrong from (
       select series_id, language, title, words, popularity from search_document join search_floor using (language)
       where (popularity, series_id) >= (kept_popularity, kept_id)) as due
     full join search_popular as copy using (series_id, language)
     where (due.title, due.words, due.popularity) is distinct from (copy.title, copy.words, copy.popularity)`,
  );
  return rows[0]?.wrong ?? Number.NaN;
}

async function countCopies(): Promise<number[]> {
  const { rows } = await database.pool.query<{ copies: number }>(
    "select count(*)::integer as copies from search_popular group by language order by language",
  );
  return rows.map(({ copies }) => copies);
}

async function compare(count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const query = drawQuery();
    const page = { offset: at % 3 === 0 ? 20 * (at % 60) : 0, limit: 20 };
    const language = languages[at % languages.length] ?? "en";
    const { series, total } = await findHits(database.db, language, query, page);
    const found = { total, ids: series.map(({ id }) => id) };
    expect(found, query.text).toEqual(await findBefore(language, query, page));
  }
}

test("R24: a search in the copies of the most played documents finds what one in all documents finds, also after changes", {
  timeout: timeLimit(60),
}, async () => {
  expect(await countCopies()).toEqual([SERIES, SERIES]);
  await keepPopularDocuments(database.db);
  expect(await countCopies()).toEqual([2_500, 2_500]);
  expect(await countWrongCopies()).toBe(0);
  await compare(150);

  await database.pool.query("update search_document set popularity = 40 where series_id like '%7'");
  await database.pool.query(
    "update search_document set popularity = 1, title = 'ba0' where series_id like '%99'",
  );
  expect(await countWrongCopies()).toBe(0);
  await keepPopularDocuments(database.db);
  expect(await countWrongCopies()).toBe(0);
  await compare(75);

  await database.pool.query("delete from search_document where series_id > 'bulk0000000000001900'");
  expect(await countWrongCopies()).toBe(0);
  await keepPopularDocuments(database.db);
  expect(await countCopies()).toEqual([1_900, 1_900]);
  expect(await countWrongCopies()).toBe(0);
  await compare(75);
});

test("copies that an import left without a worker give their pages back, for searches would read them", async () => {
  const pages = async () => {
    const { rows } = await database.pool.query<{ bytes: number }>(
      "select pg_relation_size('search_popular_en')::integer as bytes",
    );
    return rows[0]?.bytes ?? Number.NaN;
  };
  await database.pool.query(
    `insert into search_popular (series_id, language, title, words, popularity)
     select 'left' || at, 'en', repeat('x', 500), 'x:1', 0 from generate_series(1, 6001) as at`,
  );
  const before = await pages();
  await keepPopularDocuments(database.db);
  expect(await countCopies()).toEqual([1_900, 1_900]);
  expect(await countWrongCopies()).toBe(0);
  expect(await pages()).toBeLessThan(before / 4);
});
