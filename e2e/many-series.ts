import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { timeLimit } from "../tools/time-limit.ts";
import { inDatabase } from "./app-database.ts";
import { newRowId } from "./row-id.ts";

/** The series that all others are made of. */
const model = "bundle:contract-with-the-lighthouse-kee";

/** Every sixth of the series is in the category "Storms", too. */
const stormsEvery = 6;

/** Returns how many of `count` added series are in the category "Storms". */
export function stormsAmong(count: number): number {
  return Math.floor(count / stormsEvery);
}

/** The tag of the first added series only. */
export const rareTag = "Rare find";

const tags = [
  { id: "harbours", kind: "category", name: "Harbours" },
  { id: "storms", kind: "category", name: "Storms" },
  { id: "rare-find", kind: "tag", name: rareTag },
] as const;

/** A series that a test needs in addition to the demo catalogue. */
interface OwnSeries {
  title: string;
  episodeCount: number;
  freeEpisodeCount: number;
  /** Ids of tags; without them, those of the model. */
  tags?: readonly (typeof tags)[number]["id"][];
}

/** A running app. */
interface Running {
  dataDir: string;
  origin: string;
}

/**
 * Adds `count` series of one episode to a running app, titled "Harbour 1" and so on. All are in the category "Harbours", every
 * sixth also in "Storms".
 */
export function addManySeries(app: Running, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  return addSeries(
    app,
    numbers.map((number) => ({
      title: `Harbour ${number}`,
      episodeCount: 1,
      freeEpisodeCount: 1,
      tags: [
        "harbours" as const,
        ...(number % stormsEvery === 0 ? ["storms" as const] : []),
        ...(number === 1 ? ["rare-find" as const] : []),
      ],
    })),
  );
}

/**
 * Adds series made of the first demo series' pictures and episodes to a running app, the last one as the newest, and waits until
 * its lists and its search have them. By the rows that an import of bundles writes, because 120 imports took 33 seconds of CPU.
 */
export async function addSeries(app: Running, list: readonly OwnSeries[]): Promise<void> {
  // Ids of series are in the order in which they came.
  const ids = list.map(newRowId).toSorted();
  const series = list.map((one, at) => ({ ...one, id: ids[at] ?? "" }));
  await inDatabase(app, async (client) => {
    await client.query("begin");
    // A restore is the only other work that writes these rows without a row in the audit log.
    await client.query("select set_config('app.actor', 'system:restore', true)");
    await insertSeries(client, series);
    await insertTags(client, series);
    await insertEpisodes(client, series);
    await acceptFindings(client, series);
    await client.query("insert into search_backlog select id from unnest($1::text[]) as id", [
      series.map(({ id }) => id),
    ]);
    await announce(client);
    await client.query("commit");
    await waitFor(async () => (await client.query("select from search_backlog limit 1")).rowCount === 0);
    await announce(client);
  });
  await waitFor(async () => {
    const answer = await fetch(`${app.origin}/api/homepage/query?tag=all&sort=newest&pageSize=60`);
    const { data } = (await answer.json()) as { data: { list: { id: string }[] } };
    return data.list.some(({ id }) => id === ids.at(-1));
  });
}

type Added = OwnSeries & { id: string };

async function insertSeries(client: pg.Client, series: readonly Added[]): Promise<void> {
  await client.query(
    `insert into series
    select (jsonb_populate_record(model, jsonb_build_object(
      'id', one.id, 'source_key', 'bundle:' || one.id, 'title', in_all.title, 'free_episode_count', one."freeEpisodeCount",
      'episode_count', one."episodeCount", 'play_count', 0, 'created_at', one.at, 'updated_at', one.at,
      'published_at', one.at))).*
    from series as model
    cross join lateral (
      select *, now() - ($2 - row_number() over ()) * interval '1 second' as at
      from jsonb_to_recordset($3) as each (id text, title text, "freeEpisodeCount" int, "episodeCount" int)
    ) as one
    cross join lateral (
      select jsonb_object_agg(language, one.title) as title from unnest(array['en', 'es', 'fr', 'de', 'pt']) as language
    ) as in_all
    where model.source_key = $1`,
    [model, series.length, JSON.stringify(series)],
  );
}

async function insertTags(client: pg.Client, series: readonly Added[]): Promise<void> {
  await client.query(
    `insert into series_tag (series_id, tag_id, position)
    select one, old.tag_id, old.position
    from unnest($2::text[]) as one, series as model join series_tag as old on old.series_id = model.id
    where model.source_key = $1`,
    [model, series.filter(({ tags: own }) => own === undefined).map(({ id }) => id)],
  );
  const pairs = series.flatMap(({ id, tags: own = [] }) =>
    own.map((tag, position) => ({ id, tag, position })),
  );
  if (pairs.length === 0) return;
  await client.query(
    `insert into tag (id, kind, name, position)
    select id, kind, jsonb_build_object('en', name, 'es', name, 'fr', name, 'de', name, 'pt', name), 0
    from jsonb_to_recordset($1) as tag (id text, kind text, name text)`,
    [JSON.stringify(tags)],
  );
  await client.query(
    `insert into series_tag (series_id, tag_id, position)
    select id, tag, position from jsonb_to_recordset($1) as pair (id text, tag text, position int)`,
    [JSON.stringify(pairs)],
  );
}

/** Adds the episodes of series: those of the model from the first one on, again and again. */
async function insertEpisodes(client: pg.Client, series: readonly Added[]): Promise<void> {
  const episodes = series.flatMap(({ id: seriesId, episodeCount }) =>
    Array.from({ length: episodeCount }, (_, at) => ({ id: newRowId(), seriesId, number: at + 1 })),
  );
  await client.query(
    `create temporary table added on commit drop as
    select one.id, one."seriesId", one.number, old.id as old_id
    from jsonb_to_recordset($2) as one (id text, "seriesId" text, number int)
    join series as model on model.source_key = $1
    join episode as old on old.series_id = model.id and old.number = (one.number - 1) % model.episode_count + 1`,
    [model, JSON.stringify(episodes)],
  );
  await client.query(
    `insert into episode
    select (jsonb_populate_record(old, jsonb_build_object('id', added.id, 'series_id', added."seriesId", 'number', added.number,
      'title', (select jsonb_object_agg(language, 'Part ' || added.number) from jsonb_object_keys(old.title) as language)))).*
    from added join episode as old on old.id = added.old_id`,
  );
  await client.query(
    `insert into asset_episode (episode_id, series_id, number, asset_id)
    select added.id, added."seriesId", added.number, old.asset_id
    from added join asset_episode as old on old.episode_id = added.old_id`,
  );
  await client.query(
    `insert into caption (episode_id, language, file, body)
    select added.id, old.language, old.file, old.body from added join caption as old on old.episode_id = added.old_id`,
  );
}

/**
 * Accepts what would keep the series from being published again: all episodes free, and the same film several times. Journeys of the
 * console on the same app take the series that changed last.
 */
async function acceptFindings(client: pg.Client, series: readonly Added[]): Promise<void> {
  await client.query(
    `insert into finding_acceptance (series_id, key, word, at, actor)
    select id, key, 'Made for a test', now(), 'system:restore' from (
      select id, 'free_over:' || free_episode_count || ':' || episode_count as key from series
      where free_episode_count >= episode_count
      union all
      select series_id, 'equal:' || number || ':' || asset_id from asset_episode as later
      where exists (select from asset_episode as first where first.series_id = later.series_id
        and first.asset_id = later.asset_id and first.number < later.number)
    ) as found (id, key)
    where id = any($1)`,
    [series.map(({ id }) => id)],
  );
}

/** Tells the running app that its catalogue has changed. */
async function announce(client: pg.Client): Promise<void> {
  await client.query(
    `with raised as (update catalogue_state set version = version + 1 returning version)
    select pg_notify('catalogue_changed', version || ' ') from raised`,
  );
}

async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + timeLimit(30);
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error("The app does not show the series that were added.");
    await pause(200);
  }
}
