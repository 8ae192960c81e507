import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#platform/clock";
import { asSystem } from "#platform/db/audit";
import type { Database } from "#platform/db/database";
import { testDatabase } from "#test/database";
import { silentLog } from "#test/silent-log";
import { unaudited } from "#test/unaudited";
import { countWaiting } from "#test/waiting";
import { saveSeries } from "../publish.ts";
import { refreshSearch, searchBacklogTask } from "./maintain.ts";
import { addToBacklog } from "./repository.ts";

/** More than are written in one go. */
const SERIES = 300;
const AT_ONCE = 250;

const input = {
  sourceKey: "folder:imported",
  title: { en: "Imported" },
  synopsis: { en: "" },
  language: "en",
  freeEpisodeCount: 8,
  completed: false,
} as const;

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  await importWith({ en: "Brides" });
  const series = unaudited(database.pool);
  await series.query(
    `insert into series (id, source_key, title, synopsis, free_episode_count, poster, cover, episode_count, play_count,
       published_at, created_at, updated_at)
     select id, id, '{"en": "One"}', '{"en": "It"}', 8, '{"url": "/p.webp", "width": 1, "height": 1, "placeholder": "#000000", "srcset": []}',
       '{}', 60, at, now(), now(), now()
     from (select at, 'bulk' || lpad(at::text, 16, '0') as id from generate_series(1, $1::int) as at) as made`,
    [SERIES],
  );
  await series.query(
    "insert into series_tag (series_id, tag_id, position) select id, 'brides', 0 from series where id like 'bulk%'",
  );
  const { rows } = await database.pool.query<{ id: string }>("select id from series");
  await refreshSearch(
    database.db,
    rows.map(({ id }) => id),
  );
});
afterAll(() => database.close());

function importWith(name: Record<string, string>): Promise<string> {
  return asSystem(database.db, "restore", (trx) =>
    saveSeries(trx, systemClock, input, [{ kind: "tag", name }]),
  );
}

/** Where each document is stored, which changes when it is written, and whether a word finds it. */
async function documents(language: string, word: string): Promise<{ place: string; found: boolean }[]> {
  const { rows } = await sql<{ place: string; found: boolean }>`
    select ctid::text as place, words @@ ${word}::tsquery as found from search_document where language = ${language}
    order by series_id`.execute(database.db);
  return rows;
}

/** Writes a batch of the backlog, as a worker does. */
function work(): Promise<number> {
  const context = {
    db: database.db,
    clock: systemClock,
    log: silentLog,
    signal: new AbortController().signal,
  };
  return searchBacklogTask().run(context);
}

test("an import that renames a tag leaves most of the tag's series to a worker, which writes only what became another", async () => {
  const before = await documents("fr", "brides");
  expect(before.filter((one) => one.found)).toHaveLength(SERIES);

  await importWith({ en: "Brides", de: "Bräute" });
  expect((await documents("de", "braute")).filter((one) => one.found)).toHaveLength(AT_ONCE - 1);
  const { rows: left } = await sql`select from search_backlog`.execute(database.db);
  expect(left).toHaveLength(SERIES + 1 - AT_ONCE);

  while ((await work()) > 0);
  expect((await documents("de", "braute")).filter((one) => one.found)).toHaveLength(SERIES);
  expect(await documents("fr", "brides")).toEqual(before);
});

test("a tag that is renamed while a worker writes one of its series is found by its new name in the end", async () => {
  const { rows } = await database.pool.query("select max(id) as id from series where id like 'bulk%'");
  const { id } = rows[0];
  await database.pool.query("insert into search_backlog values ($1)", [id]);
  const holder = await database.pool.connect();
  await holder.query("begin");
  await holder.query("select from search_document where series_id = $1 for update", [id]);
  const working = work();
  await expect.poll(() => countWaiting(database.pool)).toBe(1);

  let isRenamed = false;
  const renaming = asSystem(database.db, "restore", async (trx) => {
    await sql`update tag set name = name || '{"es": "Novias"}' where id = 'brides'`.execute(trx);
    await addToBacklog(trx, [id]);
  }).then(() => {
    isRenamed = true;
  });
  await expect.poll(async () => isRenamed || (await countWaiting(database.pool)) === 2).toBe(true);
  await holder.query("rollback");
  holder.release();
  await Promise.all([working, renaming]);
  while ((await work()) > 0);
  const { rows: found } = await database.pool.query(
    "select from search_document where series_id = $1 and words @@ 'novias'::tsquery",
    [id],
  );
  expect(found.length).toBeGreaterThan(0);
});
