import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "#platform/db/database";
import { takeLease } from "#platform/db/lease";
import { testDatabase } from "#test/database";
import { silentLog } from "#test/silent-log";
import { unaudited } from "#test/unaudited";
import { timeLimit } from "../../../../tools/time-limit.ts";
import { openPlays, type Plays } from "./plays.ts";
import { playFigures } from "./repository.ts";

vi.setConfig({ testTimeout: timeLimit(120) });

const SERIES = 2_000;
/** Twenty in `.ci/run`. */
const KILLS = process.env["ALL_TESTS"] ? 20 : 4;
let database: Database;
/** A separate database handle with one connection, so that its statistics can be flushed. */
let own: Database;
let counter: Plays;
let ids: string[];
const query = (text: string, values: unknown[] = []) => unaudited(database.pool).query(text, values);

beforeAll(async () => {
  database = await testDatabase();
  ids = Array.from({ length: SERIES }, (_, at) => `s${String(at).padStart(5, "0")}`);
  await query("insert into tag (id, kind, name) values ('romance', 'tag', '{}'), ('revenge', 'tag', '{}')");
  await query(
    `insert into series (id, source_key, title, synopsis, language, free_episode_count, poster, published_at, created_at,
       updated_at)
     select id, id, '{}', '{}', 'en', 3, '{}', now(), now(), now() from unnest($1::text[]) as id`,
    [ids],
  );
  await query(
    `insert into series_tag (series_id, tag_id, position) select series.id, tag.id, 0 from series, tag`,
  );
  own = await openDatabase({
    databaseUrl: database.url,
    dataDir: "",
    mode: "own",
    holder: "npm test",
    log: silentLog,
    poolSize: 1,
  });
  counter = openPlays({ db: own.db, log: silentLog });
});
afterAll(async () => {
  await counter.stop();
  await own.close();
  await database.close();
});
beforeEach(async () => {
  await query("truncate series_plays, pending_play, pending_play_stuck");
  await query("update series set play_count = 0 where play_count > 0");
});

/** Queues `each` plays of every series, as rows of one play. */
async function queue(each: number): Promise<void> {
  await query(
    `insert into pending_play (series_id, plays)
     select id, 1 from generate_series(1, $2) as round, unnest($1::text[]) as id`,
    [ids, each],
  );
}

const single = async (text: string, values: unknown[] = []) =>
  Object.values((await query(text, values)).rows[0] ?? {})[0];
const waiting = () => single("select count(*)::int from pending_play");
const playsOf = (id: string | undefined) =>
  single("select plays from series_plays where series_id = $1", [id]);

test("O21: counting plays does not update series, so it does not wait for a transaction that locks one", async () => {
  const holder = await database.pool.connect();
  await holder.query("begin");
  await holder.query("select from series where id = $1 for update", [ids[0]]);
  try {
    await queue(1);
    await counter.add();
    expect(await waiting()).toBe(0);
    expect(await playsOf(ids[0])).toBe(1);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
});

test("O21: 20,000 plays of 2,000 series are added exactly, by updates that touch no index", async () => {
  await queue(1);
  await counter.add(); // every series has its row now
  const before = await tableStats();
  await queue(10);
  await counter.add();
  expect(await waiting()).toBe(0);
  expect(await single("select array[min(plays), max(plays), count(*)] from series_plays")).toEqual([
    "11",
    "11",
    String(SERIES),
  ]);
  const after = await tableStats();
  const updates = after.updates - before.updates;
  expect(updates).toBeGreaterThanOrEqual(SERIES);
  expect((after.hot - before.hot) / updates).toBeGreaterThanOrEqual(0.95);
  expect(after.seriesUpdates).toBe(before.seriesUpdates);
});

/** Row updates of the counter's table and of series. */
async function tableStats() {
  await own.pool.query("select pg_stat_force_next_flush()");
  const { rows } = await query(
    `select relname, n_tup_upd, n_tup_hot_upd from pg_stat_user_tables where relname in ('series', 'series_plays')`,
  );
  const of = (name: string) => rows.find((row) => row.relname === name);
  const plays = of("series_plays");
  return { updates: plays.n_tup_upd, hot: plays.n_tup_hot_upd, seriesUpdates: of("series").n_tup_upd };
}

test("O21: a play that cannot be added is set aside with its reason, and every other play counts", async () => {
  const largest = "9223372036854775807";
  await query("insert into series_plays values ($1, $2)", [ids[700], largest]);
  await queue(2);
  await counter.add();
  expect(await waiting()).toBe(0);
  const { rows } = await query("select series_id, plays, reason from pending_play_stuck");
  expect(rows).toEqual([
    { series_id: ids[700], plays: 1, reason: expect.stringContaining("out of range") },
    { series_id: ids[700], plays: 1, reason: expect.stringContaining("out of range") },
  ]);
  expect(await single("select sum(plays)::int from series_plays where series_id <> $1", [ids[700]])).toBe(
    2 * (SERIES - 1),
  );
});

/** What the metrics tell of plays that wait: how many, and for how many whole hours. */
async function waitingInMetrics() {
  const read = await playFigures("popularity").read(own.db, new Date());
  const value = (name: string) => read.find(({ metric }) => metric === name)?.value ?? Number.NaN;
  return { plays: value("plays_pending"), hours: Math.floor(value("plays_oldest_seconds") / 3_600) };
}

test("O21: a row locked for long delays only the plays of its own series, and tells how long they have waited", async () => {
  await query("insert into series_plays values ($1, 0)", [ids[300]]);
  const holder = await database.pool.connect();
  await holder.query("begin");
  await holder.query("select from series_plays where series_id = $1 for update", [ids[300]]);
  try {
    await queue(1);
    await counter.add();
    expect(await waiting()).toBe(0);
    expect(await single("select sum(plays)::int from series_plays")).toBe(SERIES - 1);
    // However often it is tried, what waits is told, with its age.
    await query("update pending_play_stuck set at = at - interval '1 hour'");
    expect(await waitingInMetrics()).toEqual({ plays: 1, hours: 1 });
    await counter.rank();
    expect(await waitingInMetrics()).toEqual({ plays: 1, hours: 1 });
    await counter.add();
    expect(await waiting()).toBe(0);
    expect(await waitingInMetrics()).toEqual({ plays: 1, hours: 1 });
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  await counter.rank(); // the next update of the lists queues timed-out rows again
  await counter.add();
  expect(await playsOf(ids[300])).toBe(1);
  expect(await single("select count(*)::int from pending_play_stuck")).toBe(0);
});

test("O21: lists follow the counter in one pass, by one node at a time", async () => {
  await query("insert into pending_play (series_id, plays) values ($1, 5), ($2, 7)", [ids[10], ids[20]]);
  await counter.add();
  const order = () =>
    query("select id, play_count from series where play_count > 0 order by play_count desc");
  expect((await order()).rows).toEqual([]);
  await counter.rank();
  expect((await order()).rows).toEqual([
    { id: ids[20], play_count: 7 },
    { id: ids[10], play_count: 5 },
  ]);
  expect(
    await single("select array_agg(play_count order by tag_id) from series_tag where series_id = $1", [
      ids[20],
    ]),
  ).toEqual(["7", "7"]);
  const { db } = database;
  expect(await takeLease(db, "a task", "one", 60)).toBe(true);
  expect(await takeLease(db, "a task", "other", 60)).toBe(false);
  expect(await takeLease(db, "a task", "one", -1)).toBe(true);
  expect(await takeLease(db, "a task", "other", 60)).toBe(true);
});

test("O21: kills while counting, with a second node running, neither lose nor double a play", async () => {
  let queued = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const child = startNode(database.url);
    const ended = once(child, "close");
    await once(child.stdout, "data");
    await queue(2);
    queued += 2 * SERIES;
    const other = counter.add();
    await pause((kill * 60) / KILLS);
    child.kill("SIGKILL");
    await Promise.all([ended, other]);
  }
  const sum = () => single("select sum(plays)::int from series_plays");
  // A killed program's transaction ends when the server notices the lost connection. What it locked for long was set aside, until
  // the next update of the lists.
  await expect
    .poll(async () => {
      await counter.rank();
      await counter.add();
      return sum();
    })
    .toBe(queued);
  await counter.add();
  expect([await waiting(), await sum()]).toEqual([0, queued]);
});

/** Another node, of which it is the counter alone: adds plays until it is killed, and says when it begins. */
function startNode(databaseUrl: string) {
  const program = `
    const { openDatabase } = await import("#platform/db/database");
    const { openPlays } = await import("./src/playback/plays/plays.ts");
    const { silentLog: log } = await import("#test/silent-log");
    const [databaseUrl] = process.argv.slice(1);
    const database = await openDatabase({ databaseUrl, dataDir: "", mode: "own", holder: "node", log });
    const plays = openPlays({ db: database.db, log });
    console.log("ready");
    for (;;) await plays.add();`;
  return spawn(process.execPath, ["--input-type=module", "--eval", program, databaseUrl], {
    cwd: join(import.meta.dirname, "../../.."),
    stdio: ["ignore", "pipe", "inherit"],
  });
}
